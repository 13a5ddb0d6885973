import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Which nodes a log shows.
struct LogFilter {
    private static let task = OptionSpecification.value(
        "task", takes: .task, isRepeatable: true, "only nodes of this task")
    private static let author = OptionSpecification.value(
        "author", takes: "text",
        "only nodes whose author's userId starts with it, or name contains it")
    private static let device = OptionSpecification.value(
        "device", takes: "id", "only nodes written on this device")
    private static let action = OptionSpecification.value(
        "action", takes: .action, isRepeatable: true,
        "only nodes of this action")
    private static let since = OptionSpecification.value(
        "since", takes: "when", "only nodes of this wall time or later")
    private static let until = OptionSpecification.value(
        "until", takes: "when", "only nodes of this wall time or earlier")
    private static let grep = OptionSpecification.value(
        "grep", takes: "text", "only nodes whose subject contains it, in either case")

    static let options = [task, author, device, action, since, until, grep]

    /// What the arguments of a command say of the nodes that are shown.
    struct Request {
        fileprivate let tasks: [String]
        fileprivate let author: String?
        fileprivate let device: String?
        fileprivate let actions: Set<String>
        fileprivate let since: String?
        fileprivate let until: String?
        fileprivate let grep: String?
        /// Names of nodes, and ranges of them.
        fileprivate let nodes: [String]

        init(_ arguments: Arguments) {
            tasks = arguments.values(task)
            author = arguments.value(LogFilter.author)?.lowercased()
            device = arguments.value(LogFilter.device)
            actions = Set(arguments.values(action).map { $0.uppercased() })
            since = arguments.value(LogFilter.since)
            until = arguments.value(LogFilter.until)
            grep = arguments.value(LogFilter.grep)?.lowercased()
            nodes = arguments.operands
        }

        /// Whether the content of nodes has to be looked at to find those that are shown.
        var readsContent: Bool {
            // An action without a number is named by its node alone.
            grep != nil || !actions.allSatisfy { Action($0)?.isKnown == true }
        }

        /// Whether nodes are named, or tasks by other names than their ids.
        var needsNames: Bool {
            !nodes.isEmpty || !tasks.allSatisfy { TaskID($0) != nil }
        }
    }

    private let tasks: Set<TaskID>
    private let author: String?
    private let device: [UInt8]?
    private let actions: Set<String>
    private let since: Instant?
    private let until: Instant?
    private let grep: String?
    /// What the operands reach; nil for everything.
    private let reach: [Bool]?

    /// - Parameters:
    ///   - names: nil if none are needed.
    ///   - repository: is asked about the tasks that are named, or about all.
    init(
        _ request: Request, _ names: NodeNames?, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        author = request.author
        device = request.device.map { Array($0.utf8) }
        actions = request.actions
        since = try Self.time(request.since, .start, context)
        until = try Self.time(request.until, .last, context)
        grep = request.grep
        guard let names else {
            tasks = Set(request.tasks.compactMap { TaskID($0) })
            reach = nil
            repository.ask(about: tasks.isEmpty ? .all : .some(tasks))
            return
        }
        tasks = try repository.asking { () throws(RedoError) in
            var tasks: Set<TaskID> = []
            for name in request.tasks { tasks.insert(try names.taskID(named: name)) }
            return (tasks, tasks.isEmpty ? .all : .some(tasks))
        }
        reach = request.nodes.isEmpty ? nil : try names.reach(of: request.nodes)
    }

    /// A time, or a day as its first or last moment by local clocks.
    private static func time(
        _ text: String?, _ timeOfDay: TimeExpression.TimeOfDay, _ context: borrowing CommandContext
    ) throws(RedoError) -> Instant? {
        guard let text else { return nil }
        return try TimeExpression(
            now: try context.now(), direction: .past, timeOfDay: timeOfDay
        ).momentOrNone(text)
    }

    /// Whether it leaves nothing out.
    var includesEverything: Bool {
        reach == nil && tasks.isEmpty && actions.isEmpty && since == nil && until == nil
            && device == nil && author == nil && grep == nil
    }

    func includes(_ row: some LogRow, _ number: Int) -> Bool {
        if let reach, !reach[number] { return false }
        if !tasks.isEmpty, row.taskID.map(tasks.contains) != true { return false }
        if !actions.isEmpty, !actions.contains(row.actionName) { return false }
        if let since, row.timestamp.wall < since { return false }
        if let until, row.timestamp.wall > until { return false }
        if device != nil || author != nil, !includes(row.writer) { return false }
        if let grep, !row.subjectLine.lowercased().containsText(grep) { return false }
        return true
    }

    private func includes(_ writer: Author?) -> Bool {
        guard let writer else { return false }
        if let device, writer.deviceID.utf8 != device { return false }
        guard let author else { return true }
        return writer.userID.description.hasPrefix(author)
            || writer.name?.description.lowercased().containsText(author) ?? false
    }
}
