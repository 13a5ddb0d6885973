import RedoJSON

/// A reader of the payload of a MERGE of the payload dialect; all its forms are closed (protocol, section 8).
struct MergeReader {
    let parents: [NodeID]
    /// The first mistake.
    private(set) var mistake: String?

    init(parents: [NodeID]) { self.parents = parents }

    private mutating func note(_ detail: @autoclosure () -> String) {
        if mistake == nil { mistake = detail() }
    }

    /// - Returns: nil only after a mistake.
    mutating func read(_ payload: JSONElement) -> MergeDecision? {
        var base: NodeID?
        var rules = MergeRules()
        for member in payload.members {
            if member.isNamed("base") {
                base = member.value.nodeID
            } else if member.isNamed("policy") {
                rules.policy = readPolicy(member.value)
            } else if member.isNamed("resolutions") {
                readResolutions(member.value, into: &rules)
            } else {
                note("'\(member.name)' is not a field of MERGE")
            }
        }
        guard let base else {
            note("MERGE needs base, an id")
            return nil
        }
        return MergeDecision(base: base, rules: rules)
    }

    private mutating func readPolicy(_ element: JSONElement) -> MergeRules.Policy {
        var policy = MergeRules.Policy()
        guard element.kind == .object else {
            note("policy must be an object")
            return policy
        }
        for member in element.members {
            if member.isNamed("defaultStrategy") {
                if let strategy = strategy(member.value) {
                    policy.defaultStrategy = strategy
                } else {
                    note("policy.defaultStrategy must be a strategy")
                }
            } else if member.isNamed("arrayStrategy") {
                if let strategy = strategy(member.value), strategy == .union || strategy == .lww {
                    policy.arrayStrategy = strategy
                } else {
                    note("policy.arrayStrategy must be union or lww")
                }
            } else if member.isNamed("lwwTiebreakers") {
                let names = member.value.elements.map { tiebreaker($0) }
                if member.value.kind == .array, !names.contains(nil) {
                    policy.tiebreakers = names.compactMap { $0 }
                } else {
                    note("policy.lwwTiebreakers must be an array of lamport, wall and author")
                }
            } else {
                note("'\(member.name)' is not a member of policy")
            }
        }
        return policy
    }

    private func strategy(_ element: JSONElement) -> MergeRules.Strategy? {
        element.string.flatMap { MergeRules.Strategy(rawValue: $0.description) }
    }

    private func tiebreaker(_ element: JSONElement) -> MergeRules.Tiebreaker? {
        element.string.flatMap { MergeRules.Tiebreaker(rawValue: $0.description) }
    }

    private mutating func readResolutions(_ element: JSONElement, into rules: inout MergeRules) {
        guard element.kind == .object else {
            note("resolutions must be an object")
            return
        }
        for member in element.members {
            if member.isNamed("task") {
                rules.task = readEntries(member.value, "resolutions.task")
            } else if member.isNamed("todos") {
                guard member.value.kind == .array else {
                    note("resolutions.todos must be an array")
                    continue
                }
                rules.todos = member.value.elements.compactMap { readTodo($0) }
            } else {
                note("'\(member.name)' is not a member of resolutions")
            }
        }
    }

    private mutating func readTodo(_ element: JSONElement) -> MergeRules.TodoResolutions? {
        var todo: TodoID?
        var entries: [MergeRules.Resolution]?
        for member in element.members {
            if member.isNamed("todoTaskId") {
                todo = member.value.withCharacters { UUIDValue(text: $0, .lowercase) }
                    .map(TodoID.init)
            } else if member.isNamed("fields") {
                entries = readEntries(member.value, "resolutions.todos.fields")
            } else {
                note("'\(member.name)' is not a member of a to-do's resolutions")
            }
        }
        guard let todo, let entries else {
            note("a to-do's resolutions need todoTaskId, a lower-case UUID, and fields")
            return nil
        }
        return MergeRules.TodoResolutions(todo: todo, entries: entries)
    }

    private mutating func readEntries(
        _ element: JSONElement, _ name: String
    ) -> [MergeRules.Resolution] {
        guard element.kind == .array else {
            note("\(name) must be an array")
            return []
        }
        return element.elements.compactMap { readEntry($0, name) }
    }

    private mutating func readEntry(
        _ element: JSONElement, _ name: String
    ) -> MergeRules.Resolution? {
        var path: JSONString?
        var strategy: MergeRules.Strategy?
        var chosenParent: NodeID?
        var value: JSONValue?
        for member in element.members {
            if member.isNamed("path") {
                path = member.value.string
            } else if member.isNamed("strategy") {
                strategy = self.strategy(member.value)
            } else if member.isNamed("chosenParent") {
                chosenParent = member.value.nodeID
                if chosenParent.map(parents.contains) != true {
                    note("chosenParent in \(name) must be one of parents")
                }
            } else if member.isNamed("value") {
                value = member.value.value
            } else if member.isNamed("notes") {
                if member.value.kind != .string { note("notes in \(name) must be text") }
            } else {
                note("'\(member.name)' is not a member of an entry in \(name)")
            }
        }
        guard element.kind == .object, let path, let strategy else {
            note("an entry in \(name) needs path, text, and strategy")
            return nil
        }
        if strategy == .ours || strategy == .theirs, chosenParent == nil {
            note("\(strategy.rawValue) in \(name) needs chosenParent")
        }
        if strategy == .manual, value == nil { note("manual in \(name) needs value") }
        return MergeRules.Resolution(
            path: path, strategy: strategy, chosenParent: chosenParent, value: value)
    }
}
