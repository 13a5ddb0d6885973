import RedoCommandLine
import RedoSystem

/// How a log shows a node.
package enum LogStyle {
    case format(LineFormat)
    case json
    case oneline
    case full

    package static let zero = OptionSpecification.flag(
        "null", letter: "z", isExpert: true, "end each node with a zero byte instead of a line feed"
    )
    package static let count = OptionSpecification.flag("count", "print only the number of nodes")
    private static let onelineOption = OptionSpecification.flag(
        "oneline", "one line per node: short id, local time, the task's title, what it does")
    private static let formatText = OptionSpecification.value(
        "format", takes: "format",
        "%H id, %h short id, %P parents, %A action, %T task, %t its title, %L lamport, %W wall time, "
            + "%d the same in local time, %U user, %N name of their person or else of the key, %p id of the person, %G 'G' if signed else 'N', %D device, %s subject, %n line feed, %x00 zero byte"
    )
    private static let jsonLines = OptionSpecification.flag("json", "print the nodes as JSON Lines")

    package static let graph = OptionSpecification.flag(
        "graph", "draw forks and merges beside the nodes; a line of history is not interrupted")
    package static let patch = OptionSpecification.flag(
        "patch", letter: "p", "also what each node changed, from which value to which")

    package static let options = [onelineOption, formatText, jsonLines, patch, graph, zero, count]

    package static let constraints: [OptionConstraint] = [
        .exclusive([onelineOption, formatText, jsonLines]), .excludes(graph, [jsonLines, zero]),
        .excludes(patch, [jsonLines, zero]),
        .excludes(count, [onelineOption, formatText, jsonLines, patch, graph, zero]),
    ]

    private static let fields: Set<Character> = [
        "H", "h", "P", "A", "T", "t", "L", "W", "d", "U", "N", "p", "G", "D", "s",
    ]
    /// Those that columns know; of an action without a number they know no name.
    private static let columnFields: Set<Character> = [
        "H", "h", "P", "T", "L", "W", "d", "U", "N", "p", "G", "D",
    ]

    package init(_ arguments: Arguments) throws(RedoError) {
        if arguments.has(Self.count) {
            self = .format(try LineFormat("%H", fields: Self.fields))
        } else if arguments.has(Self.jsonLines) {
            self = .json
        } else if arguments.has(Self.onelineOption) {
            self = .oneline
        } else if let format = arguments.value(Self.formatText) {
            self = .format(try LineFormat(format, fields: Self.fields))
        } else {
            self = .full
        }
    }

    /// Whether it takes more than columns to show a node.
    package var showsContent: Bool {
        guard case .format(let format) = self else { return true }
        return !format.fields.isSubset(of: Self.columnFields)
    }

    /// Whether it takes short ids, which all ids of the log decide.
    var showsShortIDs: Bool {
        switch self {
        case .format(let format): format.fields.contains("h")
        case .full, .oneline: true
        case .json: false
        }
    }

    /// Whether it takes the titles of tasks, which a replay tells.
    var showsTitles: Bool {
        switch self {
        case .format(let format): format.fields.contains("t")
        case .full, .oneline: true
        case .json: false
        }
    }

    /// Whether it takes the persons of the log and not the titles, with which they come.
    var showsPersonsAlone: Bool {
        guard case .format(let format) = self, !showsTitles else { return false }
        return !format.fields.isDisjoint(with: ["N", "p"])
    }
}
