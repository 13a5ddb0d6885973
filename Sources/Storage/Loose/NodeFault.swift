import RedoModel
import RedoSystem

/// Why something that is stored as a node does not count.
package enum NodeFault: Error, Sendable {
    /// It is not that node, or does not fit its parents.
    case rejected(Rejection)
    /// Its file cannot be read now. That is not damage, since its contents may be whole.
    case unreadable(SystemError)
    /// The file has another node, whole, so its name is wrong.
    case other(NodeID)
    /// The file that had it is missing.
    case gone(String)
    /// Its file is something else: a directory, a FIFO, a device, a socket.
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

    /// The fault, in words.
    package var detail: String {
        switch self {
        case .rejected(let rejection): rejection.detail
        case .unreadable(let error): "it cannot be read: \(error.reason)"
        case .other(let id): "the file holds the node \(id)"
        case .gone(let what): what
        case .notAFile(let error): "it is not a file: \(error.reason)"
        }
    }

    /// Whether the file has another node.
    var isOfOther: Bool {
        if case .other = self { return true }
        return false
    }

    /// The fault of a node whose file could not be read, by the error of reading it.
    ///
    /// A directory and a file that is too large are not nodes, whoever reads them. A file without read permission may
    /// be one.
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
    package var description: String { "\(detail) (\(code))" }
}

/// A stored node that does not count, why, and the file that it is in.
package struct RefusedNode: Sendable {
    package let id: NodeID
    package let fault: NodeFault
    package let path: String
    /// The task that it belongs to.
    fileprivate(set) var subject: Subject
    /// Empty if it cannot be read.
    let parents: [NodeID]

    /// The task of a node that may be unreadable.
    enum Subject: Sendable {
        case unknown
        /// The task in its damaged bytes, which may be wrong as well.
        case claimed(TaskID)
        /// Nil for a node without a task.
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

/// The gaps of a log: stored nodes that do not count, and missing ones that stored nodes name.
package struct LogGaps: Sendable {
    /// By id.
    private let refused: [RefusedNode]

    package static let none = LogGaps([])

    init(_ refused: [RefusedNode]) { self.refused = refused }

    /// The node that leaves a gap in the history of a task, or may do so: its task is unknown, and no node of another
    /// task follows it.
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
    /// Accepts the tasks in the bytes of damaged nodes if sound nodes have the same tasks: a changed byte in the id
    /// of a task gives one that no node has.
    ///
    /// - Parameter hasNodes: returns those of some tasks that have a sound node.
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
