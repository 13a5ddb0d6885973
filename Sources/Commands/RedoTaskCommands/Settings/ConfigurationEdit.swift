import RedoCommandLine
import RedoCommandParts
import RedoRepository
import RedoStore
import RedoSystem

/// A configuration file that is written in an editor.
///
/// A copy is edited, and replaces the file when it is in the syntax and nothing new in it is a mistake:
/// a store with a broken configuration cannot be opened.
struct ConfigurationEdit {
    private let file: ConfigurationFile
    private let editor: FormEditor

    init(
        _ file: ConfigurationFile, _ context: borrowing CommandContext
    ) throws(RedoError) {
        self.file = file
        let user = try context.home.configurationFile()
        let configuration = (try? user.read()) ?? Configuration()
        editor = FormEditor(
            (try? context.openStore().configuration) ?? .init([configuration]), "configuration",
            in: context.surroundings)
    }

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let text = try file.text()
        guard let edited = try editor.edit(text) else {
            editor.remove()
            return .done
        }
        var notes: [String] = []
        do throws(RedoError) {
            let configuration = try file.parsed(edited)
            // A mistake that was there before does not keep another one from being fixed.
            let before = Set((try? file.parsed(text))?.entries.map(Self.text) ?? [])
            let others = (try? context.openStore().configuration.layers) ?? []
            let known = LayeredConfiguration(others + [configuration])
            let now = try context.now()
            for entry in configuration.entries where !before.contains(Self.text(of: entry)) {
                let value = entry.value ?? "true"
                try ConfigurationRules.check(
                    entry.name, value, in: file, beside: known, now: now)
                if let note = try ConfigurationRules.note(entry.name, value, in: file, context) {
                    notes.append(note)
                }
            }
            let lock = try file.lock()
            defer { _ = lock }
            guard try file.text() == text else {
                throw RedoError(
                    .writeFailed, "another command has changed \(file.path) in the meantime",
                    hints: ["make the changes again: 'redo config --edit' shows what it has now"])
            }
            try file.write(configuration)
        } catch {
            throw editor.kept(error)
        }
        editor.remove()
        for note in notes { context.note(note) }
        return .done
    }

    private static func text(of entry: Configuration.Entry) -> String {
        "\(entry.name)=\(entry.value ?? "true")"
    }
}
