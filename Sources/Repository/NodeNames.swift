import RedoModel
import RedoSystem

/// The names of the nodes and tasks of a log, which follow from its shape and the titles of tasks.
package struct NodeNames {
    package let validation: HistoryValidation
    private let tasks: TaskNames
    private let rule: NameRule

    /// - Parameters:
    ///   - tasks: see ``TaskNames``.
    package init(
        _ validation: HistoryValidation, _ rule: NameRule,
        tasks: @escaping TaskNames.Tasks
    ) {
        self.validation = validation
        self.rule = rule
        self.tasks = TaskNames(validation.graph.taskIDs, rule, tasks: tasks)
    }

    /// The task that a name means; see ``TaskNames/match(_:about:)``.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func taskID(
        named name: String, about aspect: TaskAspect = .any
    ) throws(RedoError) -> TaskID {
        try taskMatch(name, about: aspect).one(named: name, orElse: UnclearName.task)
    }

    private func taskMatch(
        _ name: String, about aspect: TaskAspect = .any
    ) throws(RedoError) -> NameMatch<TaskID> {
        if let id = TaskID(name), validation.graph.taskNumber(of: id) != nil { return .one(id) }
        return try tasks.match(name, about: aspect)
    }

    /// The node that a name means; see ``match(_:)``.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func nodeNumber(named name: String) throws(RedoError) -> Int {
        try match(name).one(named: name, orElse: UnclearName.node)
    }

    /// The node that a name means: an id or its beginning, or a task, whose name means its head; with `~N` its Nth
    /// first ancestor, with `^N` its Nth parent.
    ///
    /// - Throws: NAME_001 for a task without a head.
    package func match(_ name: String) throws(RedoError) -> NameMatch<Int> {
        guard let mark = name.firstIndex(where: { $0 == "~" || $0 == "^" }) else {
            return try startMatch(name)
        }
        let start = String(name[..<mark])
        if !rule.isStrict, !isID(start), case .one(let number) = try startMatch(name) {
            // A title that contains these signs.
            return .one(number)
        }
        let found = try startMatch(start)
        guard case .one(var number) = found else { return found }
        var rest = name[mark...]
        while let sign = rest.popFirst() {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            guard sign == "~" || sign == "^", let count = digits.isEmpty ? 1 : Int(digits) else {
                throw .usage("not a name such as NODE~2 or NODE^2: '\(name)'")
            }
            let steps = sign == "~" ? count : min(count, 1)
            let position = sign == "~" ? 0 : count - 1
            for _ in 0..<steps {
                let parents = Array(validation.graph.parents(of: number))
                guard parents.indices.contains(position) else { return .none }
                number = parents[position]
            }
        }
        return .one(number)
    }

    /// Whether a name can only be an id, so that titles need not be read.
    private func isID(_ name: String) -> Bool {
        if let id = TaskID(name) { return validation.graph.taskNumber(of: id) != nil }
        return hexadecimalPrefix(name).map { !validation.graph.numbers(withPrefix: $0).isEmpty }
            ?? false
    }

    /// The meaning of a name without such signs at its end.
    private func startMatch(_ name: String) throws(RedoError) -> NameMatch<Int> {
        try rule.checkNode(name)
        let graph = validation.graph
        if let prefix = hexadecimalPrefix(name) {
            let matches = graph.numbers(withPrefix: prefix)
            if matches.count == 1 { return .one(matches[0]) }
            if matches.count > 1 {
                return .several(name, matches.map { graph.id(of: $0).description })
            }
        }
        switch try taskMatch(name) {
        case .none: return .none
        case .several(let name, let candidates): return .several(name, candidates)
        case .one(let id): return try headMatch(name, id)
        }
    }

    private func headMatch(
        _ name: String, _ task: TaskID
    ) throws(RedoError) -> NameMatch<Int> {
        let graph = validation.graph
        let heads = graph.taskNumber(of: task).map { validation.heads()[$0] } ?? []
        guard let head = heads.last else {
            throw RedoError(.unknownName, "the task \(task) has no head: it is deleted")
        }
        return heads.count == 1
            ? .one(head) : .several(name, heads.map { graph.id(of: $0).description })
    }
}

extension LogGraph {
    /// The nodes whose ids start with some hexadecimal digits.
    ///
    /// - Complexity: O(log n) for a whole id, O(n) for a shorter prefix.
    fileprivate func numbers(withPrefix digits: String) -> [Int] {
        if let id = NodeID("sha256:\(digits)") { return number(of: id).map { [$0] } ?? [] }
        guard let range = NodeID.range(ofPrefix: digits) else { return [] }
        return (0..<count).filter { range.contains(id(of: $0)) }
    }
}
