import RedoCommand
import RedoLog
import RedoState

/// What the nodes and tasks of a log can be called, which its shape and the titles of tasks tell.
package struct NodeNames {
    package let judgement: Judgement
    private let tasks: TaskNames

    /// - Parameter titles: see ``TaskNames``.
    init(
        _ judgement: Judgement,
        titles: @escaping () throws(CommandError) -> [(id: TaskID, title: String)]
    ) {
        self.judgement = judgement
        tasks = TaskNames(judgement.graph.taskIDs, titles: titles)
    }

    /// The task that a name means; see ``TaskNames/id(named:)``.
    package func taskID(named name: String) throws(CommandError) -> TaskID {
        if let id = TaskID(name), judgement.graph.taskNumber(of: id) != nil { return id }
        return try tasks.id(named: name)
    }

    /// The node that a name means: an id or its prefix, or a task, which means its head; with `~N`
    /// its Nth first ancestor, with `^N` its Nth parent.
    ///
    /// - Throws: STORAGE_001 where there is none, or there are several.
    package func nodeNumber(named name: String) throws(CommandError) -> Int {
        let mark = name.firstIndex { $0 == "~" || $0 == "^" } ?? name.endIndex
        var number = try startNumber(String(name[..<mark]))
        var rest = name[mark...]
        while let sign = rest.popFirst() {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            guard sign == "~" || sign == "^", let count = digits.isEmpty ? 1 : Int(digits) else {
                throw .usage("'\(name)' is no name such as NODE~2 or NODE^2")
            }
            let steps = sign == "~" ? count : min(count, 1)
            let place = sign == "~" ? 0 : count - 1
            for _ in 0..<steps {
                let parents = Array(judgement.graph.parents(of: number))
                guard parents.indices.contains(place) else { throw NameResolver.notFound(name) }
                number = parents[place]
            }
        }
        return number
    }

    private func startNumber(_ name: String) throws(CommandError) -> Int {
        let graph = judgement.graph
        if let prefix = hexadecimalPrefix(name) {
            let matches = graph.numbers(withPrefix: prefix)
            if matches.count == 1 { return matches[0] }
            if matches.count > 1 {
                throw NameResolver.ambiguous(name, matches.map { graph.id(of: $0).description })
            }
        }
        let id: TaskID
        do throws(CommandError) {
            id = try taskID(named: name)
        } catch {
            if error.message.hasPrefix("there is no task") { throw NameResolver.notFound(name) }
            throw error
        }
        let heads = graph.taskNumber(of: id).map { judgement.heads()[$0] } ?? []
        guard let head = heads.last else {
            throw CommandError(.notFound, "the task \(id) has no head: it is deleted")
        }
        guard heads.count == 1 else {
            throw NameResolver.ambiguous(name, heads.map { graph.id(of: $0).description })
        }
        return head
    }
}

extension LogGraph {
    /// The nodes whose ids start with some hexadecimal digits.
    fileprivate func numbers(withPrefix digits: String) -> [Int] {
        let rest = 64 - digits.utf8.count
        guard let first = ChangeID("sha256:\(digits)\(String(repeating: "0", count: rest))"),
            let last = ChangeID("sha256:\(digits)\(String(repeating: "f", count: rest))")
        else { return [] }
        return (0..<count).filter { (first...last).contains(id(of: $0)) }
    }
}
