import RedoCrypto
import RedoModel
import RedoSystem

extension TaskWriter {
    /// Refuses nodes of shared and closed tasks that would have no effect, since a write that no one sees is lost
    /// work.
    ///
    /// - Parameter start: the index of the first node that is checked.
    /// - Throws: the code of the first node that would be void.
    /// - Complexity: O(n + m) for n nodes of the log and m new ones, and a replay of each of their tasks that is shared,
    ///   or closed by another owner.
    package mutating func checkAuthority(ofNodesFrom start: Int) throws(RedoError) {
        if isLiteral || start >= nodes.count { return }
        let made = nodes[start...]
        let authority = log.replay.authority
        let own = authority.people.principal(of: identity.author)
        var judged = Set(authority.sharedTasks)
        for node in made {
            guard let task = node.taskID, !judged.contains(task) else { continue }
            if node.action.isSharing || authority.isClosed(task, to: own) { judged.insert(task) }
        }
        if judged.isEmpty { return }
        let groups = Dictionary(grouping: made) { $0.taskID }
        var tasks: [TaskID] = []
        for node in made {
            if let task = node.taskID, judged.remove(task) != nil { tasks.append(task) }
        }
        let histories = histories(of: Set(tasks))
        // Replayed at most once.
        var whole: Replay?
        for task in tasks {
            let judging: Replay
            if let alone = replay(of: histories[task] ?? []) {
                judging = alone
            } else {
                judging = whole ?? currentLog().replay
                whole = judging
            }
            let voids = judging.voids
            for node in groups[task] ?? [] {
                guard let reason = voids.reason(of: node.id) else { continue }
                throw .void(node, reason.code, voids.sentence(reason), identity.author)
            }
        }
    }

    /// The nodes of tasks, those of the log and the new ones.
    private func histories(of tasks: Set<TaskID>) -> [TaskID: [Node]] {
        var histories: [TaskID: [Node]] = [:]
        for some in [log.nodes[...], nodes[loggedCount...]] {
            for node in some {
                if let task = node.taskID, tasks.contains(task) {
                    histories[task, default: []].append(node)
                }
            }
        }
        return histories
    }

    /// A replay of a task's nodes alone; nil if they have parents in other tasks, with which they are judged together.
    private func replay(of history: [Node]) -> Replay? {
        let ids = Set(history.map(\.id))
        guard history.allSatisfy({ $0.parents.allSatisfy(ids.contains) }) else { return nil }
        return Replay(history.sorted { $0.position < $1.position }, log.partialExclusion)
    }

    /// The permissions for a task, according to the log that was read.
    package func access(to task: TaskID) -> SharedAccess? {
        log.replay.authority.access(to: task)
    }

    /// Whether what this author writes to a task has an effect, according to the log that was read. Otherwise nodes
    /// that the user did not request, such as a merge or the next to-do of a rule, are not written.
    package func mayWrite(_ task: TaskID) -> Bool {
        guard let access = access(to: task), access.isClosed else { return true }
        let own = log.replay.authority.people.principal(of: identity.author)
        return access.permission(of: own).map { $0 >= .write } ?? false
    }

    /// The principals that own tasks of the log that was read, or new ones; none for a task without an owner.
    ///
    /// - Complexity: O(n) for n nodes.
    func owners(of tasks: Set<TaskID>) -> [TaskID: Principal] {
        var creates: [Node] = []
        func take(_ nodes: ArraySlice<Node>) {
            for node in nodes where node.action == .create {
                if let task = node.taskID, tasks.contains(task) { creates.append(node) }
            }
        }
        take(log.nodes[...])
        take(nodes[loggedCount...])
        let isRepeated = Set(creates.map(\.taskID)).count < creates.count
        return log.replay.authority.people.owners(
            of: tasks, among: isRepeated ? log.nodes + nodes[loggedCount...] : creates)
    }
}

extension Log {
    /// The exclusion by which a part of the log is judged.
    package var partialExclusion: Exclusion { exclusion.ofPart(replay) }
}

extension Repository {
    /// Refuses the nodes of a writer if one of them would have no effect. In a damaged store a node without a task is
    /// not judged.
    ///
    /// - Throws: E_KEY_REVOKED or the code of the first node that would be void.
    /// - Complexity: constant for a packed log without nodes of people and sharing.
    package func checkAuthority(_ writer: inout TaskWriter) throws(RedoError) {
        if writer.nodes.isEmpty { return }
        let log = authorityLog(writer)
        try checkKey(writer, log)
        try writer.checkAuthority(ofNodesFrom: 0)
        guard let log, writer.nodes.contains(where: { $0.taskID == nil }) else { return }
        let grown = log.adding(writer.nodes)
        guard let voids = grown.voids(rule(.local)) else { return }
        let organisation = grown.log(of: Organisation.self, rule(.effective)).map {
            Organisation($0)
        }
        for node in writer.nodes where node.taskID == nil {
            if let reason = voids.reason(of: node.id) {
                throw .void(node, reason.code, voids.sentence(reason), writer.identity.author)
            }
            if let void = organisation?.voidNodes.first(where: { $0.id == node.id }) {
                throw .void(
                    node, void.code, voids.sentence(void.reason), writer.identity.author)
            }
        }
    }

    /// The log, if it or a writer's nodes include nodes of people or sharing; nil also if a node is unreadable.
    func authorityLog(_ writer: borrowing TaskWriter) -> LogSource? {
        let decides = writer.nodes.contains { $0.action.decidesAuthority }
        if isOpenToAll, !decides { return nil }
        guard let log = (try? indexedSource()) ?? nil else { return nil }
        return decides || log.stored.mayHave(\.decidesAuthority) ? log : nil
    }

    /// Refuses nodes that a revoked key would sign. Statements about persons are judged separately, since some of
    /// them count.
    private func checkKey(
        _ writer: borrowing TaskWriter, _ log: LogSource?
    ) throws(RedoError) {
        guard let log, writer.nodes.contains(where: { !People.has($0.action) }),
            let key = writer.identity.author.publicKey, let people = log.people(rule(.local)),
            people.revocation(of: key) != nil
        else { return }
        throw RedoError(
            .keyRevoked,
            "the key \(writer.identity.author.userID) is revoked: what it signs has no effect",
            status: .no,
            hints: [
                "'redo key list' shows your keys, and 'redo config --global user.key USERID' chooses the one that "
                    + "signs",
                "'redo replay --family people' shows the persons with their devices",
            ])
    }
}

extension RedoError {
    /// The error for a node that would have no effect.
    ///
    /// - Parameter reason: the rule in words.
    fileprivate static func void(
        _ node: Node, _ code: ErrorCode, _ reason: String, _ author: Author
    ) -> RedoError {
        let subject: String
        var hints: [String] = []
        switch node.subject {
        case .task(let id)?:
            subject = " of the task \(id)"
            hints = hintsOfAccess("\(id)", author)
        case .category(let id)?:
            subject = " of the category \(id.text)"
            hints = hintsOfAccess("--category \(id.text)", author)
        case .person(let id)?: subject = " of the person \(id)"
        case .room(let id)?: subject = " of the room \(id)"
        case nil: subject = ""
        }
        return RedoError(
            code, "\(node.action)\(subject) would have no effect: \(reason)", status: .no,
            hints: code == .permissionDenied ? hints : [])
    }

    private static func hintsOfAccess(_ words: String, _ author: Author) -> [String] {
        [
            "'redo shares \(words)' shows who may do what",
            "who may share it can let you: 'redo share \(words) --with \(author.userID) --as write'",
        ]
    }
}
