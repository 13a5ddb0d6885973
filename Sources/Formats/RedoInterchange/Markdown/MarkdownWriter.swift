import RedoJSON

/// A writer of lists of items with boxes, with a heading for each project. Members that users need not see are in
/// comments.
struct MarkdownWriter {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    func write(_ tasks: [ForeignTask]) -> [UInt8] {
        var projects: [String] = []
        var groups: [String: [ForeignTask]] = [:]
        for task in tasks {
            let project = task.project ?? ""
            if groups[project] == nil { projects.append(project) }
            groups[project, default: []].append(task)
        }
        // Tasks without a heading come first, since a heading applies to all that follows.
        projects.sort()
        var lines: [String] = []
        for project in projects {
            if !lines.isEmpty { lines.append("") }
            if !project.isEmpty { lines += ["## \(MarkdownText.escaped(project))", ""] }
            for task in groups[project] ?? [] { lines.append(line(task)) }
        }
        return Array(lines.map { "\($0)\n" }.joined().utf8)
    }

    private func line(_ task: ForeignTask) -> String {
        var excluded: Set<ForeignMember> = [.title, .project, .line, .remarks]
        if task.status == .completed { excluded.insert(.status) }
        var text = "- [\(task.status == .open ? " " : "x")] \(title(task.title))"
        let object = task.json(without: excluded)
        if object != .object([]) { text += " \(MarkdownText.comment(object))" }
        return text
    }

    /// A title. Spaces at its ends are escaped, since they would be lost.
    private func title(_ title: String) -> String {
        // Scalars, not characters: an accent combined with a space must not be lost with it.
        var text = MarkdownText.escaped(title).unicodeScalars[...]
        var (before, after) = (0, 0)
        while text.first == " " { (text, before) = (text.dropFirst(), before + 1) }
        while text.last == " " { (text, after) = (text.dropLast(), after + 1) }
        let space = "\\\\u{20}"
        return String(repeating: space, count: before) + String(text)
            + String(repeating: space, count: after)
    }
}
