import RedoJSON
import RedoModel

/// A writer of lists of items with boxes, with a heading for each project. Parts are inside the items of what they
/// belong to, unless they have a different project. Comments contain the members that users need not see.
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
            lines += self.lines(groups[project] ?? [])
        }
        return Array(lines.map { "\($0)\n" }.joined().utf8)
    }

    /// The maximum level of an item. Deeper items are written at this level, and their comments name what they are
    /// parts of.
    private static let maximumDepth = 16

    /// The items of tasks of one project.
    private func lines(_ tasks: [ForeignTask]) -> [String] {
        var indices: [String: Int] = [:]
        for (index, task) in tasks.enumerated() {
            if let uid = task.uid, indices[uid] == nil { indices[uid] = index }
        }
        let links = tasks.enumerated().compactMap { index, task in
            task.parent.flatMap { indices[$0] }.map { (part: index, parent: $0) }
        }
        let nested = Forest(links) { _ in true }.nested(tasks.indices)
        guard let nested else { return tasks.map { line($0, depth: 0) } }
        return nested.map { line(tasks[$0.index], depth: $0.depth) }
    }

    /// - Parameter depth: how many items the item is in.
    private func line(_ task: ForeignTask, depth: Int) -> String {
        var excluded: Set<ForeignMember> = [.title, .project, .line, .remarks]
        if (1...Self.maximumDepth).contains(depth) { excluded.insert(.parent) }
        if task.status == .completed { excluded.insert(.status) }
        let indentation = String(repeating: "  ", count: min(depth, Self.maximumDepth))
        var text = "\(indentation)- [\(task.status == .open ? " " : "x")] \(title(task.title))"
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
