import RedoCommandLine
import RedoModel

extension UserInterface {
    private static let helpTitle = "Help"

    /// Shows all keys, and the command that prints what was shown before.
    mutating func showHelp() {
        if page.title == Self.helpTitle { return }
        var lines = ["This page: \(page.commandLine)", ""]
        for own in page.ownKeys {
            let reason = own.reason.map { "  (not now: \($0))" } ?? ""
            lines.append("\(own.key.description.padded(toColumns: 8)) \(own.label)\(reason)")
        }
        if !page.ownKeys.isEmpty { lines += ["", "On all pages:"] }
        for action in UserAction.allCases {
            let key = keys.name(of: action).padded(toColumns: 8)
            let command = action.commandName.map { "redo \($0)" } ?? ""
            lines.append("\(key) \(action.label.padded(toColumns: 14)) \(command)")
        }
        lines += [
            "1 to \(tabs.count)   go to a tab",
            "Arrows, j k g G C-d C-u, Home, End, Page Up and Page Down move.",
        ]
        let text = lines.map(\.printable).joined(separator: "\n")
        push(OutputPage(Self.helpTitle, ["help", "ui"], printed: Array(text.utf8)))
    }
}
