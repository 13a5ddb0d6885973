/// The project and the tags of a task as words of todo.txt: those between the words of its title, and those after it.
struct TodoTxtNames {
    /// Whether the names in the title stay names, and not text: reading the line gives the same project and tags.
    let isInTitle: Bool
    /// The words after the title, without escapes.
    let further: [String]

    init(_ task: ForeignTask) {
        let all = Self.words(of: task)
        var inner = task.title.split(separator: " ").filter(TodoTxtWords.isName).map(String.init)
        var seen: Set<String> = []
        inner.removeAll { !seen.insert($0).inserted }
        let rest = all.filter { !seen.contains($0) }
        // A name at the end of the title would be read as none of its words.
        let endsWithText =
            task.title.split(separator: " ").last.map { !TodoTxtWords.isName($0) } ?? false
        isInTitle =
            !inner.isEmpty && endsWithText && seen.isSubset(of: all)
            && Self.isRead(inner + rest, as: task)
        further = isInTitle ? rest : all
    }

    /// The names of a task, the project first.
    private static func words(of task: ForeignTask) -> [String] {
        let project = task.project.map { ["+\($0)"] } ?? []
        return project
            + task.tags.map { tag in
                // A tag with a plus sign was a further project. Without a first project, or with its name, it would be
                // read as that one.
                let isProject =
                    tag.hasPrefix("+") && tag.utf8.count > 1 && task.project != nil
                    && tag.dropFirst() != task.project ?? ""
                return isProject ? tag : "@\(tag)"
            }
    }

    /// Whether some words in their order mean the project and the tags of a task.
    private static func isRead(_ words: [String], as task: ForeignTask) -> Bool {
        var read = ForeignTask()
        for word in words { TodoTxtWords.add(word, to: &read) }
        return read.project == task.project && read.tags == task.tags
    }
}
