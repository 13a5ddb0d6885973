import RedoSystem

@testable import RedoModel

/// Stage 3 and deletion read literally off the protocol, sections 4, 5 and 7: every question is answered
/// by a search of its own. Slow, and easy to compare with the page.
struct LiteralHistoryValidation {
    /// In replay order.
    let nodes: [Node]
    /// Nil where a node is accepted.
    private(set) var codes: [NodeID: ErrorCode] = [:]
    private(set) var culprits: [NodeID: NodeID] = [:]
    private let byID: [NodeID: Node]
    /// The nodes that have no effect.
    private let ignored: Set<NodeID>

    init(_ nodes: [Node], ignoring ignored: Set<UserID> = []) {
        self.init(nodes) { ignored.contains($0.author.userID) }
    }

    init(_ nodes: [Node], ignoring isIgnored: (Node) -> Bool) {
        self.nodes = nodes
        ignored = Set(nodes.filter(isIgnored).map(\.id))
        byID = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, $0) })
        let duplicates = duplicates
        for node in nodes where !isIgnored(node) {
            if let culprit = ancestors(of: node).first(where: {
                isRejected($0) || $0.action == .delete
            }) {
                codes[node.id] = .brokenBranch
                culprits[node.id] = culprit.id
            } else if duplicates.contains(node.id) {
                codes[node.id] = .duplicateCreate
            } else if let code = code(of: node) {
                codes[node.id] = code
            }
        }
    }

    func isIgnored(_ node: Node) -> Bool { ignored.contains(node.id) }

    func isRejected(_ node: Node) -> Bool {
        codes[node.id].map { $0 != .unknownAction } ?? false
    }

    /// The ancestors of the same task that are not ignored, along any nodes, in replay order.
    func ancestors(of node: Node) -> [Node] { allAncestors(of: node).filter { !isIgnored($0) } }

    private func allAncestors(of node: Node) -> [Node] {
        guard node.taskID != nil else { return [] }
        var found: Set<NodeID> = []
        var queue = node.parents
        while !queue.isEmpty {
            let id = queue.removeFirst()
            if found.insert(id).inserted { queue += byID[id]?.parents ?? [] }
        }
        return nodes.filter { found.contains($0.id) && $0.taskID == node.taskID }
    }

    private var duplicates: Set<NodeID> {
        let creates = nodes.filter {
            $0.action == .create && $0.taskID != nil && !isIgnored($0)
        }
        var duplicates: Set<NodeID> = []
        for create in creates {
            let rivals = creates.filter { $0.taskID == create.taskID }
            let roots = rivals.filter { !ancestors(of: $0).contains { $0.action == .create } }
            let original = roots.min {
                ($0.timestamp.wall.wallText, $0.id.description)
                    < ($1.timestamp.wall.wallText, $1.id.description)
            }
            if original?.id != create.id { duplicates.insert(create.id) }
        }
        return duplicates
    }

    private func code(of node: Node) -> ErrorCode? {
        if !node.action.isKnown { return .unknownAction }
        if node.taskID == nil { return .missingTaskID }
        switch node.payload {
        case .completeTodo(let completion): return isMade(completion.todo, before: node)
        case .snooze(.extend(let todo, _)), .snooze(.move(let todo, _)):
            return isMade(todo, before: node)
        case .merge(.decision(let decision)):
            let isBase = node.parents.allSatisfy { parent in
                byID[parent].map { allAncestors(of: $0).contains { $0.id == decision.base } }
                    ?? false
            }
            return isBase ? nil : .schemaMismatch
        default: return nil
        }
    }

    private func isMade(_ todo: TodoID, before node: Node) -> ErrorCode? {
        let isThere = nodes.prefix { $0.id != node.id }.contains { maker in
            guard case .createTodo(let made) = maker.payload else { return false }
            return made.id == todo && maker.taskID == node.taskID && codes[maker.id] == nil
                && !isIgnored(maker)
        }
        return isThere ? nil : .invalidTodoReference
    }

    /// Keep of section 7, for one task.
    func kept(of task: TaskID) -> [NodeID] {
        let accepted = nodes.filter { $0.taskID == task && !isRejected($0) && !isIgnored($0) }
        let deletes = accepted.filter { $0.action == .delete }
        var buried: Set<NodeID> = []
        for delete in deletes {
            let seen = Set(ancestors(of: delete).map(\.id))
            if case .delete(let chain?) = delete.payload {
                buried.formUnion(seen.intersection(chain))
            } else {
                buried.formUnion(seen)
            }
        }
        let survivors = accepted.filter { !buried.contains($0.id) && $0.action != .delete }
        var kept = Set(survivors.map(\.id))
        for survivor in survivors { kept.formUnion(ancestors(of: survivor).map(\.id)) }
        return nodes.map(\.id).filter(kept.contains)
    }

    func heads(of task: TaskID) -> [NodeID] {
        let accepted = nodes.filter { $0.taskID == task && !isRejected($0) && !isIgnored($0) }
        return accepted.filter { node in
            node.action != .delete
                && !accepted.contains { ancestors(of: $0).map(\.id).contains(node.id) }
        }.map(\.id)
    }
}
