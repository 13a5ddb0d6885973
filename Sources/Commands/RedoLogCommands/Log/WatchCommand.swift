import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo watch`: prints changes as they come.
package struct WatchCommand: ParsableCommand {
    private static let query = OptionSpecification.value(
        "query", takes: .query,
        "only changes of tasks that the query included before or includes after")
    private static let since = OptionSpecification.value(
        "since", takes: "cursor", "start after this cursor; 0 for everything")
    private static let once = OptionSpecification.flag(
        "once", "with --since, exit after the changes so far")
    private static let cursor = OptionSpecification.flag(
        "cursor", "print the current cursor, and exit")

    package static let specification = CommandSpecification(
        "watch", "Print changes by any program as they arrive, one JSON object per line",
        options: [query, since, once, cursor],
        constraints: [
            .excludes(cursor, [query, since, once]), .needs(once, anyOf: [since]),
        ],
        effect: .reads,
        statuses: .reading(
            done: "everything was printed", incomplete: "nodes cannot be read",
            failed: "the store is gone or a cursor is unknown"))

    private enum Form {
        case printCursor
        /// From a cursor on, or from now.
        case follow(query: String?, since: ArrivalCursor?)
        /// What has come after a cursor so far.
        case list(query: String?, since: ArrivalCursor)
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let start = try arguments.value(Self.since).map { text throws(RedoError) in
            guard let cursor = ArrivalCursor(text) else {
                throw .usage(
                    "not a cursor of redo watch: '\(text)'",
                    hints: ["each line has one; 0 is before all changes"])
            }
            return cursor
        }
        let query = arguments.value(Self.query)
        if arguments.has(Self.cursor) {
            form = .printCursor
        } else if let start, arguments.has(Self.once) {
            form = .list(query: query, since: start)
        } else {
            form = .follow(query: query, since: start)
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .printCursor:
            let arrivals = try StoreArrivals.begin(context.openRepository(), needsCursors: true)
            try context.print("\(arrivals.cursor)\n")
            return .done
        case .follow(let query, let start):
            return try Self.printChanges(query, since: start, &context)
        case .list(let query, let start):
            return try Self.printChanges(query, since: start, isFollowing: false, &context)
        }
    }

    private static func printChanges(
        _ text: String?, since start: ArrivalCursor?, isFollowing: Bool = true,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let arrivals = try StoreArrivals.begin(repository, needsCursors: start != nil)
        if !arrivals.hasCursors {
            context.note("this store cannot be written to, so changes have no cursors")
        }
        if arrivals.log == nil {
            context.warn(
                .validationFailed,
                "a node is damaged or missing, so changes come slowly; 'redo fsck' lists it")
        }
        var query = try text.map { text throws(RedoError) in
            try WatchedQuery(text, repository, context, isFollowing: isFollowing)
        }
        var unreportedCount = 0
        if let start {
            unreportedCount = try report(
                try arrivals.arrivals(since: start), arrivals, &query, &context)
        }
        guard isFollowing else { return .done }
        warn(ofUnreported: unreportedCount, context)
        return try arrivals.follow(&context) { (batch, arrivals, context) throws(RedoError) in
            warn(ofUnreported: try report(batch, arrivals, &query, &context), context)
        }
    }

    /// Says that nodes cannot be read: who watches all the time may never see the warning at the end.
    private static func warn(ofUnreported count: Int, _ context: borrowing CommandContext) {
        guard count > 0 else { return }
        context.warn(
            .validationFailed,
            "\(counted(count, "node")) cannot be read, and will be reported when a good copy comes; "
                + "'redo fsck' lists the damage")
    }

    /// The number of nodes that are reported at a time: the tasks of each such part are read for it.
    private static var chunkCount: Int { 1 << 15 }

    /// Prints what has come.
    ///
    /// - Returns: how many nodes cannot be read.
    private static func report(
        _ batch: [StoreArrivals.Arrival], _ arrivals: borrowing StoreArrivals,
        _ query: inout WatchedQuery?, _ context: inout CommandContext
    ) throws(RedoError) -> Int {
        var rest = batch[...]
        var unreported: Set<NodeID> = []
        while !rest.isEmpty {
            let chunk = Array(rest.prefix(chunkCount))
            rest = rest.dropFirst(chunkCount)
            let changes = try ArrivedChanges(chunk, in: arrivals.repository, arrivals.log)
            let wanted = try query?.tasks(
                changedBy: changes, arrivals.repository, context)
            for arrival in chunk {
                if let wanted, let task = changes.task(of: arrival.id), !wanted.contains(task) {
                    continue
                }
                guard let line = try changes.line(of: arrival) else {
                    unreported.insert(arrival.id)
                    continue
                }
                if wanted != nil, changes.task(of: arrival.id) == nil { continue }
                try context.printLine(line)
            }
        }
        return try arrivals.noteUnreported(unreported).count
    }
}
