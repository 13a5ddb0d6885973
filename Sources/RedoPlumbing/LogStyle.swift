import RedoCommand

/// How a log shows a node.
enum LogStyle {
    case format(LineFormat)
    case json
    case full

    static let zero = OptionSpecification.flag(
        "null", letter: "z", "end each node with a zero byte instead of a line feed")
    static let count = OptionSpecification.flag("count", "print only how many there are")
    private static let oneline = OptionSpecification.flag(
        "oneline", "one line a node: short id and subject")
    private static let formatText = OptionSpecification.value(
        "format", takes: "format",
        "%H id, %h short id, %P parents, %A action, %T task, %L lamport, %W wall time, %U user, "
            + "%D device, %s subject, %n line feed, %x00 zero byte")
    private static let jsonLines = OptionSpecification.flag("json", "print the nodes as JSON Lines")

    static let graph = OptionSpecification.flag(
        "graph", "draw forks and merges beside the nodes; a line of history is not interrupted")

    static let options = [oneline, formatText, jsonLines, graph, zero, count]

    private static let fields: Set<Character> = ["H", "h", "P", "A", "T", "L", "W", "U", "D", "s"]
    /// Those that columns know; of an action without a number they know no name.
    private static let columnFields: Set<Character> = ["H", "h", "P", "T", "L", "W", "U", "D"]

    init(_ arguments: Arguments) throws(CommandError) {
        let modes = [Self.oneline, Self.formatText, Self.jsonLines].filter {
            arguments.has($0) || arguments.value($0) != nil
        }
        guard modes.count <= 1 else {
            throw .usage("--\(modes[0].name) and --\(modes[1].name) do not go together")
        }
        if arguments.has(Self.graph) {
            for option in [Self.jsonLines, Self.zero] where arguments.has(option) {
                throw .usage("--graph and --\(option.name) do not go together")
            }
        }
        if arguments.has(Self.count) {
            self = .format(try LineFormat("%H", fields: Self.fields))
        } else if arguments.has(Self.jsonLines) {
            self = .json
        } else if arguments.has(Self.oneline) {
            self = .format(try LineFormat("%h %s", fields: Self.fields))
        } else if let format = arguments.value(Self.formatText) {
            self = .format(try LineFormat(format, fields: Self.fields))
        } else {
            self = .full
        }
    }

    /// Whether it takes more than columns to show a node.
    var showsContent: Bool {
        guard case .format(let format) = self else { return true }
        return !format.fields.isSubset(of: Self.columnFields)
    }

    /// Whether it takes short ids, which all ids of the log decide.
    var showsShortIDs: Bool {
        switch self {
        case .format(let format): format.fields.contains("h")
        case .full: true
        case .json: false
        }
    }
}
