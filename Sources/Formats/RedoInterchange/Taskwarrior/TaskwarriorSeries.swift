import RedoJSON

/// The recurring tasks of an export, which others can depend on: there on an occurrence, here on the task.
struct TaskwarriorSeries {
    /// The current occurrences of templates.
    private var currents: [String: String] = [:]
    /// The templates of occurrences.
    private var templates: [String: String] = [:]

    mutating func add(_ children: TaskwarriorChildren, of task: ForeignTask) {
        guard let uid = task.uid else { return }
        currents[uid] = children.current
        for child in children.children {
            if let name = child[.uuid]?.string { templates[name.description] = uid }
        }
    }

    /// The uuids that a task depends on there: those that were read while they mean the same, else current occurrences
    /// instead of their templates.
    ///
    /// - Parameter read: an array of uuids, if they were kept.
    func dependencies(of task: ForeignTask, _ read: JSONValue?) -> [String] {
        if case .array(let elements)? = read {
            let names = elements.compactMap { $0.string?.description }
            if Self.meant(names, by: task, templates) == task.dependsOn { return names }
        }
        return task.dependsOn.map { currents[$0] ?? $0 }
    }

    /// What a task depends on here if it depends on these uuids there: templates instead of their occurrences.
    ///
    /// - Parameter templates: the uuids of templates, by those of their occurrences.
    static func meant(
        _ names: [String], by task: ForeignTask, _ templates: [String: String]
    ) -> [String] {
        var known: Set<String> = []
        return names.map { templates[$0] ?? $0 }
            .filter { known.insert($0).inserted && $0 != task.uid }
    }
}
