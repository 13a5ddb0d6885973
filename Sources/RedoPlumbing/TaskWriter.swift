import RedoCommand
import RedoCrypto
import RedoJSON
import RedoLog
import RedoState
import RedoStore
import RedoSystem

/// Makes nodes that follow the log: each after the heads of its task (protocol, section 5).
///
/// Nodes gather until ``commit(to:)`` writes them as one batch.
package struct TaskWriter: ~Copyable {
    private let log: Log
    private let identity: Identity
    private let isSigning: Bool
    private let now: Instant
    private let reader: NodeReader
    package let dialect: Dialect
    package private(set) var nodes: [Node] = []
    /// The heads of the tasks that nodes were made for, the made ones included.
    private var heads: [TaskID: [Node]] = [:]

    /// The name of the option and of the configuration that choose a dialect.
    package static let dialectOption = OptionSpecification.value(
        "dialect", takes: "dialect", "write fields or payload, instead of redo.dialect")

    private init(
        log: Log, identity: consuming Identity, isSigning: Bool, now: Instant, dialect: Dialect
    ) {
        self.log = log
        self.identity = identity
        self.isSigning = isSigning
        self.now = now
        self.dialect = dialect
        reader = NodeReader()
    }

    /// The writer that a command's options and the configuration ask for.
    ///
    /// - Throws: wrong usage for a dialect that does not exist, KEYCHAIN_002 without a key.
    package static func asked(
        by context: borrowing CommandContext, _ store: Store, _ log: Log, isSigning: Bool = true
    ) throws(CommandError) -> TaskWriter {
        let name =
            context.arguments.value(dialectOption) ?? store.configuration.value("redo.dialect")
        guard let dialect = Dialect(rawValue: name ?? Dialect.fields.rawValue) else {
            throw .usage("there is no dialect '\(name ?? "")'; there are fields and payload")
        }
        return TaskWriter(
            log: log, identity: try context.identity(for: store), isSigning: isSigning,
            now: try context.now(), dialect: dialect)
    }

    /// Makes a node that follows the heads of its task.
    ///
    /// Several heads are merged first in the payload dialect, where a node has one parent; above ten
    /// the latest ten are merged first in either.
    ///
    /// - Parameter parents: the nodes to follow instead.
    /// - Throws: ``CommandError`` with the code of the rule that the node would break.
    @discardableResult
    package mutating func add(
        _ action: Action, _ task: TaskID?, _ fields: [JSONMember], after parents: [Node]? = nil
    ) throws(CommandError) -> Node {
        var followed: [Node] = []
        if let parents {
            followed = parents
        } else if let task {
            followed = heads[task] ?? log.heads(of: task)
            let most = dialect == .payload ? 1 : 10
            while followed.count > most, action != .merge {
                let group = Array(followed.suffix(10))
                let merge = try make(merging: group, of: task)
                followed = followed.dropLast(group.count) + [merge]
            }
        }
        let node = try make(action, task, fields, after: followed)
        if let task { heads[task] = [node] }
        return node
    }

    /// Writes what was made.
    ///
    /// - Throws: STORAGE_003 where it cannot be written, or the code of stage 2 for a node that the
    ///   store refuses.
    package func commit(to store: Store) throws(CommandError) {
        let verdicts: [Rejection?]
        do throws(StoreError) {
            verdicts = try store.admit(nodes.map { .success($0) }, reader: reader)
        } catch {
            throw CommandError(error)
        }
        for case let rejection? in verdicts { throw CommandError(rejection) }
    }

    private mutating func make(
        _ action: Action, _ task: TaskID?, _ fields: [JSONMember], after parents: [Node],
        dialect: Dialect? = nil
    ) throws(CommandError) -> Node {
        let lamport = parents.map(\.timestamp.lamport).max() ?? 0
        let draft = NodeDraft(
            action: action, taskID: task, parents: parents.map(\.id),
            timestamp: Timestamp(lamport: lamport + 1, wall: now), author: identity.author,
            dialect: dialect ?? self.dialect, fields: fields)
        do throws(Rejection) {
            let node =
                isSigning
                ? try draft.node(signedBy: identity.key, reader: reader)
                : try draft.unsignedNode(reader: reader)
            nodes.append(node)
            return node
        } catch {
            throw CommandError(error)
        }
    }

    /// Joins heads by the default policy. Without a common ancestor there is no base for a three-way
    /// merge; then a MERGE of the fields dialect joins them and leaves what replay makes of them.
    private mutating func make(
        merging parents: [Node], of task: TaskID
    ) throws(CommandError) -> Node {
        guard dialect == .payload, let base = commonAncestor(of: parents) else {
            return try make(.merge, task, [], after: parents, dialect: .fields)
        }
        let fields = [JSONMember("base", .string(JSONString(base.description)))]
        return try make(.merge, task, fields, after: parents)
    }

    /// The latest node of the log that is a proper ancestor of all, in the task.
    private func commonAncestor(of nodes: [Node]) -> ChangeID? {
        var common: Set<Int>?
        for node in nodes {
            let ancestors = ancestors(of: node)
            common = common?.intersection(ancestors) ?? ancestors
        }
        return common?.max().map { log.replay.judgement.graph.ids[$0] }
    }

    /// The ancestors that are in the log, of a node there or of one that was made here.
    private func ancestors(of node: Node) -> Set<Int> {
        let judgement = log.replay.judgement
        if let number = judgement.graph.number(of: node.id) {
            return Set(judgement.ancestry.ancestors(of: number))
        }
        var ancestors: Set<Int> = []
        for parent in node.parents {
            if let number = judgement.graph.number(of: parent) {
                ancestors.insert(number)
                ancestors.formUnion(judgement.ancestry.ancestors(of: number))
            } else if let made = nodes.first(where: { $0.id == parent }) {
                ancestors.formUnion(self.ancestors(of: made))
            }
        }
        return ancestors
    }
}
