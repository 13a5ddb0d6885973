import RedoCommands
import RedoManual
import RedoSystem
import RedoTaskCommands

/// Writes the manual and the completions of a source tree: `write-manual [<folder>]`. Not installed.
@main enum Main {
    static func main() {
        let root = Program.arguments.dropFirst().first ?? "."
        do {
            let page = (path: SkillBlock.pagePath, text: SkillBlock.page(of: Suite.commands))
            for file in try Products(root: root, of: Suite.commands).files + [page] {
                let path = Path.join(root, file.path)
                try Files.replaceTarget(
                    of: path, with: Array(file.text.utf8).span, mode: .kept(orNew: 0o644))
            }
        } catch {
            try? writeBytes(Array("error: \(error)\n".utf8).span, to: 2, path: "standard error")
            Program.exit(1)
        }
    }
}
