import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The nodes that a walk and its filter let pass, in a log.
///
/// The content of a node is read only if the filter or a field needs it.
package struct WalkedNodes {
    package let index: LogIndex
    /// Nil if neither the walk nor its filter needs names.
    package let names: NodeNames?
    /// Nil for a walk of all nodes.
    package let walk: NodeWalk?
    private let filter: NodeFilter
    private let log: LogSource
    private let rule: LogRule
    private let repository: Repository
    private let reader: LogIndexReader
    /// True if the content of each node is known to be readable.
    private let isReadable: Bool

    /// - Parameter needsNames: whether the command resolves further names.
    /// - Returns: nil if a node has to be read for the answer and is unreadable.
    /// - Throws: NAME_001 or NAME_002 for a name without a meaning, or with several.
    package init?(
        _ starts: WalkRequest.Starts, _ request: NodeFilter.Request, _ log: LogSource,
        _ rule: LogRule, _ repository: Repository, _ context: borrowing CommandContext,
        needsNames: Bool = false
    ) throws(RedoError) {
        guard let index = request.readsContent ? log.readableIndex : log.index else { return nil }
        var names: NodeNames?
        if needsNames || request.needsNames || !starts.isWhole {
            guard let validation = log.validation(rule) else { return nil }
            names = repository.names(validation)
        }
        var voids: VoidNodes?
        if request.needsVoids {
            guard let void = log.voidsWithRooms(rule) else { return nil }
            voids = void
        }
        filter = try NodeFilter(request, names, voids: voids, repository, context)
        walk = try names.flatMap { (names) throws(RedoError) -> NodeWalk? in
            starts.isWhole ? nil : try starts.walk(names)
        }
        self.index = index
        isReadable = request.readsContent
        self.names = names
        self.log = log
        self.rule = rule
        self.repository = repository
        reader = LogIndexReader(index)
    }

    /// True if all nodes of the log pass.
    package var isWhole: Bool { walk == nil && filter.includesEverything }

    /// A node as lines show it.
    package func row(_ number: Int) -> IndexedLogRow { IndexedLogRow(number, of: index, reader) }

    /// True if the walk and its filter let a node pass.
    package func includes(_ number: Int) -> Bool {
        if let walk, !walk.isReached[number] { return false }
        return filter.includesEverything || filter.includes(row(number))
    }

    /// The walked nodes that follow each node directly, by number.
    ///
    /// - Complexity: O(n) for n nodes of the log.
    package var children: [Int: [Int]] {
        walk?.children ?? log.graph?.children { _ in true } ?? [:]
    }

    /// The nodes in an order.
    ///
    /// - Throws: as ``NodeOrder/numbers(of:where:_:_:)``.
    package func numbers(_ order: NodeOrder) throws(RedoError) -> [Int] {
        try order.numbers(of: index.count, where: isWhole ? nil : includes, names) {
            index.timeOrder
        }
    }

    /// What fields of some nodes need.
    ///
    /// - Parameter tasks: what is shown of tasks, if it is known already.
    /// - Returns: nil if a node has to be read for it and is unreadable.
    package func fields(
        of numbers: [Int], _ needs: Set<FieldNeed>, _ tasks: ShownTasks? = nil,
        context: borrowing CommandContext
    ) throws(RedoError) -> NodeFields? {
        if needs.contains(.content), !isReadable, !index.canRead(numbers.sorted()) { return nil }
        return NodeFields(
            needs, of: numbers, in: index, of: log, rule, repository, tasks, now: try context.now())
    }
}
