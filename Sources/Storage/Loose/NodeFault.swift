import RedoModel
import RedoSystem

/// Why something that is stored as a node does not count.
package enum NodeFault: Error, Sendable {
    /// It is not that node, or does not fit its parents.
    case rejected(Rejection)
    /// Its file cannot be read now. That is not damage: what the file holds can be whole.
    case unreadable(SystemError)
    /// The file holds another node, whole: its name is wrong.
    case other(NodeID)
    /// The file that held it is gone.
    case gone(String)
    /// Something else is in the place of its file: a folder, a FIFO, a device, a socket.
    case notAFile(SystemError)

    /// A code of the protocol, sections 4 and 11.
    package var code: ErrorCode {
        switch self {
        case .rejected(let rejection): rejection.code
        case .unreadable(let cause): cause.isDenied ? .notPermitted : .notFound
        case .other: .hashMismatch
        case .gone, .notAFile: .corrupted
        }
    }

    /// What is wrong, for a person.
    package var detail: String {
        switch self {
        case .rejected(let rejection): rejection.detail
        case .unreadable(let error): "it cannot be read: \(error.reason)"
        case .other(let id): "the file holds the node \(id)"
        case .gone(let what): what
        case .notAFile(let error): "it is not a file: \(error.reason)"
        }
    }

    /// Whether the file holds another node.
    var isOfOther: Bool {
        if case .other = self { return true }
        return false
    }

    /// A node that cannot be had from a file, by what reading the file failed with.
    ///
    /// A directory, a file that is too large and an unreadable one are three things: the first two are not
    /// nodes, whoever reads them.
    init(_ error: SystemError, of id: NodeID) {
        self =
            error.isAboutKind
            ? .notAFile(error)
            : error.isAboutContent
                ? .rejected(Rejection(.hashMismatch, error.description, id: id))
                : .unreadable(error)
    }
}

extension NodeFault: CustomStringConvertible {
    package var description: String { "\(code): \(detail)" }
}

/// A stored node that does not count, why, and the file that it is in.
package struct RefusedNode: Sendable {
    package let id: NodeID
    package let fault: NodeFault
    package let path: String
    /// What it belongs to.
    fileprivate(set) var subject: Subject
    /// None where it cannot be read.
    let parents: [NodeID]

    /// The task of a node that may be unreadable.
    enum Subject: Sendable {
        case unknown
        /// What its damaged bytes say, which can be damaged as well.
        case claimed(TaskID)
        /// Nil for a node that is of no task.
        case task(TaskID?)
    }

    init(
        id: NodeID, fault: NodeFault, path: String, subject: Subject, parents: [NodeID] = []
    ) {
        self.id = id
        self.fault = fault
        self.path = path
        self.subject = subject
        self.parents = parents
    }
}

/// What a log lacks of the nodes that are stored, or that stored ones name.
package struct LogGaps: Sendable {
    /// By id.
    private let refused: [RefusedNode]

    package static let none = LogGaps([])

    init(_ refused: [RefusedNode]) { self.refused = refused }

    /// A node that is missing in the history of a task, or can be: one whose task cannot be told, and which
    /// no node of another task follows.
    ///
    /// - Complexity: O(n) for n refused nodes.
    package func gap(in task: TaskID) -> RefusedNode? {
        var followers: [NodeID: Set<TaskID>] = [:]
        for node in refused {
            guard case .task(let task?) = node.subject else { continue }
            for parent in node.parents { followers[parent, default: []].insert(task) }
        }
        return refused.first { node in
            switch node.subject {
            case .task(let own): own == task
            case .claimed(let own): own == task
            case .unknown: followers[node.id]?.contains(task) ?? true
            }
        }
    }

    /// The tasks that each refused node may belong to: see ``Incompleteness``.
    var scopes: [NodeID: TaskScope] {
        var scopes: [NodeID: TaskScope] = [:]
        for node in refused {
            if case .task(let task?) = node.subject {
                scopes[node.id] = .some([task])
            } else {
                scopes[node.id] = .all
            }
        }
        return scopes
    }
}

extension [RefusedNode] {
    /// Believes what the bytes of damaged nodes say of their tasks if other nodes are of these tasks, too: a byte that was
    /// changed in the id of a task gives one that no node has.
    ///
    /// - Parameter hasNodes: whether a sound node is of a task.
    mutating func settleSubjects(_ hasNodes: (Set<TaskID>) -> Set<TaskID>) {
        var claimed: Set<TaskID> = []
        var refusedTasks: Set<TaskID> = []
        for node in self {
            switch node.subject {
            case .claimed(let task): claimed.insert(task)
            case .task(let task?): refusedTasks.insert(task)
            case .task(nil), .unknown: break
            }
        }
        if claimed.isEmpty { return }
        let known = refusedTasks.union(hasNodes(claimed))
        for index in indices {
            if case .claimed(let task) = self[index].subject, known.contains(task) {
                self[index].subject = .task(task)
            }
        }
    }
}
