import RedoCommand
import RedoJSON
import RedoLog
import RedoState
import RedoStore

extension Command {
    /// `redo log`: shows nodes, the latest first.
    package static let log = Command(
        CommandSpecification(
            "log", "Show nodes, the latest first",
            operands: ["[<node> | <node>..<node>]..."], operandCount: 0...Int.max,
            options: LogFilter.options + [
                oneline, format, json, zero, limit, dateOrder, reverse, count,
            ])
    ) { (context) throws(CommandError) in
        let arguments = context.arguments
        let store = try context.openStore()
        let log = Log(try loadSnapshot(context, store))
        let filter = try LogFilter(arguments, log)
        var numbers = Array(
            log.nodes.indices.filter { filter.includes(log.nodes[$0], $0) }.reversed())
        if arguments.has(dateOrder) {
            numbers.sort { log.nodes[$0].timestamp.wall > log.nodes[$1].timestamp.wall }
        }
        if let limit = try arguments.count(limit) { numbers = Array(numbers.prefix(limit)) }
        if arguments.has(reverse) { numbers.reverse() }
        if arguments.has(count) {
            try context.print("\(numbers.count)\n")
            return .done
        }
        let printer = try LogPrinter(arguments, log)
        if !arguments.has(zero) { context.startPager() }
        for (index, number) in numbers.enumerated() {
            try printer.print(&context, log.nodes[number], isFirst: index == 0)
        }
        return .done
    }

    fileprivate static let oneline = OptionSpecification.flag(
        "oneline", "one line a node: short id and subject")
    fileprivate static let format = OptionSpecification.value(
        "format", takes: "format",
        "%H id, %h short id, %P parents, %A action, %T task, %L lamport, %W wall time, %U user, "
            + "%D device, %s subject, %n line feed, %x00 zero byte")
    fileprivate static let json = OptionSpecification.flag("json", "print the nodes as JSON Lines")
    fileprivate static let zero = OptionSpecification.flag(
        "null", letter: "z", "end each node with a zero byte instead of a line feed")
    private static let limit = OptionSpecification.value(
        "max-count", letter: "n", takes: "count", "at most this many nodes")
    private static let dateOrder = OptionSpecification.flag(
        "date-order", "order by wall time instead of replay order, which goes by lamport first")
    private static let reverse = OptionSpecification.flag("reverse", "the earliest first")
    private static let count = OptionSpecification.flag("count", "print only how many there are")
}

/// Which nodes a log shows.
struct LogFilter {
    private static let task = OptionSpecification.value(
        "task", takes: "task", isRepeatable: true, "only nodes of this task")
    private static let author = OptionSpecification.value(
        "author", takes: "text",
        "only nodes whose author's userId starts with it, or name contains it")
    private static let device = OptionSpecification.value(
        "device", takes: "id", "only nodes written on this device")
    private static let action = OptionSpecification.value(
        "action", takes: "action", isRepeatable: true, "only nodes of this action")
    private static let since = OptionSpecification.value(
        "since", takes: "time", "only nodes of this wall time or later")
    private static let until = OptionSpecification.value(
        "until", takes: "time", "only nodes of this wall time or earlier")
    private static let grep = OptionSpecification.value(
        "grep", takes: "text", "only nodes whose subject contains it, in either case")

    static let options = [task, author, device, action, since, until, grep]

    private var tasks: Set<TaskID> = []
    private let author: String?
    private let device: String?
    private var actions: Set<String> = []
    private var since: Instant?
    private var until: Instant?
    private let grep: String?
    /// What the operands reach; nil for everything.
    private var reach: [Bool]?

    init(_ arguments: Arguments, _ log: Log) throws(CommandError) {
        for name in arguments.values(Self.task) { tasks.insert(try log.taskID(named: name)) }
        author = arguments.value(Self.author)?.lowercased()
        device = arguments.value(Self.device)
        actions = Set(arguments.values(Self.action).map { $0.uppercased() })
        since = try Self.time(arguments.value(Self.since), isEnd: false)
        until = try Self.time(arguments.value(Self.until), isEnd: true)
        grep = arguments.value(Self.grep)?.lowercased()
        reach = try Self.reach(of: arguments.operands, log)
    }

    /// A time, or a date as its first or last moment in UTC.
    private static func time(_ text: String?, isEnd: Bool) throws(CommandError) -> Instant? {
        guard let text else { return nil }
        let whole = text.count == 10 ? text + (isEnd ? "T23:59:59.999Z" : "T00:00:00.000Z") : text
        guard let instant = Instant(iso8601: Array(whole.utf8).span) else {
            throw .usage("'\(text)' is neither a date such as 2025-01-31 nor a time")
        }
        return instant
    }

    private static func reach(of operands: [String], _ log: Log) throws(CommandError) -> [Bool]? {
        if operands.isEmpty { return nil }
        var included: [Int] = []
        var excluded: [Int] = []
        for operand in operands {
            if let range = NodeRange(operand) {
                if let start = range.start { excluded.append(try log.nodeNumber(named: start)) }
                if let end = range.end {
                    included.append(try log.nodeNumber(named: end))
                } else {
                    included += Array(log.nodes.indices)
                }
            } else {
                included.append(try log.nodeNumber(named: operand))
            }
        }
        let graph = log.replay.judgement.graph
        let hidden = graph.closure(of: excluded)
        return zip(graph.closure(of: included), hidden).map { $0 && !$1 }
    }

    func includes(_ node: Node, _ number: Int) -> Bool {
        if let reach, !reach[number] { return false }
        if !tasks.isEmpty, node.taskID.map(tasks.contains) != true { return false }
        if let device, node.author.deviceID.utf8 != Array(device.utf8) { return false }
        if !actions.isEmpty, !actions.contains(node.action.description) { return false }
        if let since, node.timestamp.wall < since { return false }
        if let until, node.timestamp.wall > until { return false }
        if let author {
            let isUser = node.author.userID.description.hasPrefix(author)
            let isNamed = node.author.name?.description.lowercased().containsText(author) ?? false
            guard isUser || isNamed else { return false }
        }
        if let grep, !node.subjectLine.lowercased().containsText(grep) { return false }
        return true
    }
}

/// Prints the nodes of a log.
private struct LogPrinter {
    private enum Style {
        case format(LineFormat)
        case json
        case full
    }

    private let style: Style
    private let end: String
    private let abbreviations: Abbreviations
    private let tasksTitles: [TaskID: String]

    private static let fields: Set<Character> = ["H", "h", "P", "A", "T", "L", "W", "U", "D", "s"]

    init(_ arguments: Arguments, _ log: Log) throws(CommandError) {
        let modes = [Command.oneline, Command.format, Command.json].filter {
            arguments.has($0) || arguments.value($0) != nil
        }
        guard modes.count <= 1 else {
            throw .usage("--\(modes[0].name) and --\(modes[1].name) do not go together")
        }
        if arguments.has(Command.json) {
            style = .json
        } else if arguments.has(Command.oneline) {
            style = .format(try LineFormat("%h %s", fields: Self.fields))
        } else if let format = arguments.value(Command.format) {
            style = .format(try LineFormat(format, fields: Self.fields))
        } else {
            style = .full
        }
        end = arguments.has(Command.zero) ? "\0" : "\n"
        abbreviations = Abbreviations(log.replay.judgement.graph.ids)
        var titles: [TaskID: String] = [:]
        if case .full = style {
            for task in log.replay.state.tasks { titles[task.id] = task.title.printable }
        }
        tasksTitles = titles
    }

    func print(
        _ context: inout CommandContext, _ node: Node, isFirst: Bool
    ) throws(CommandError) {
        switch style {
        case .json: try context.print(node.canonicalBytes)
        case .format(let format): try context.print(format.text { value($0, of: node) })
        case .full:
            if !isFirst, end == "\n" { try context.print("\n") }
            try context.print(fullText(of: node, context))
        }
        try context.print(end)
    }

    private func value(_ field: Character, of node: Node) -> String {
        switch field {
        case "H": node.id.description
        case "h": abbreviations.text(of: node.id)
        case "P": node.parents.map(\.description).joined(separator: " ")
        case "A": node.action.description
        case "T": node.taskID?.description ?? ""
        case "L": String(node.timestamp.lamport)
        case "W": node.timestamp.wall.wallText
        case "U": node.author.userID.description
        case "D": node.author.deviceID.printable
        default: node.subjectLine
        }
    }

    private func fullText(of node: Node, _ context: borrowing CommandContext) -> String {
        var text = context.styled("node \(node.id)", .yellow) + "\n"
        if node.parents.count > 1 {
            text +=
                "Parents: "
                + node.parents.map { abbreviations.text(of: $0) }.joined(separator: " ") + "\n"
        }
        if let task = node.taskID {
            text += "Task:    \(task)" + (tasksTitles[task].map { " (\($0))" } ?? "") + "\n"
        }
        let name = node.author.name.map { "\($0.printable) " } ?? ""
        let device = node.author.deviceName ?? node.author.deviceID
        text += "Author:  \(name)<\(node.author.userID)> on \(device.printable)\n"
        text += "Date:    \(node.timestamp.wall) (lamport \(node.timestamp.lamport))\n"
        return text + "\n    \(node.subjectLine)"
    }
}
