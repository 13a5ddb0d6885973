import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

/// `redo index`: makes the indexes of packs.
package struct IndexCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "index", "Rebuild missing or damaged indexes of packs",
        options: [], statuses: .plain(no: "a pack is damaged"))

    package init(_ arguments: Arguments) {}

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        let names = try store.packNames()
        var status = ExitStatus.done
        var hints: [String] = []
        for name in names {
            let isNew: Bool
            do throws(RedoError) {
                isNew = try store.writeIndex(of: name)
            } catch {
                // The others can still be made.
                context.warn(error.code, error.message)
                for hint in error.hints where !hints.contains(hint) { hints.append(hint) }
                status = .no
                continue
            }
            if isNew { try context.print("\(name)\n") }
        }
        for hint in hints { context.complain("hint: \(hint.printable)\n") }
        return status
    }
}
