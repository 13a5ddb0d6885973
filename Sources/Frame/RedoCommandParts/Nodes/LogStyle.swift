import RedoCommandLine
import RedoSystem

/// The form in which a log shows a node.
package enum LogStyle {
    /// The fields of a format: as its text, or as a JSON object under their names.
    case format(LineFormat<NodeField>, isJSON: Bool)
    /// The nodes as they are stored.
    case json
    case oneline
    /// A line with the device as well.
    case wide
    case full

    package static let count = OptionSpecification.flag("count", "print only the number of nodes")
    package static let onelineOption = OptionSpecification.flag(
        "oneline", "one line per node: short id, local time, the task's title, what it does")
    package static let wideOption = OptionSpecification.flag(
        "wide", "the same with the device, in a colour for each")
    /// The format of a line for each node.
    package static let formatOption = OptionSpecification.value(
        "format", takes: "format",
        "a line for each node, with fields such as %(id) or %H; see redo-plumbing(7)")
    private static let jsonLines = OptionSpecification.flag(
        "json",
        "print the nodes as JSON Lines; with --format an object of the fields for each node")

    package static let graph = OptionSpecification.flag(
        "graph", "draw forks and merges beside the nodes; a line of history is not interrupted")
    package static let patch = OptionSpecification.flag(
        "patch", letter: "p", "also what each node changed, from which value to which")

    package static let options = [
        onelineOption, wideOption, formatOption, jsonLines, patch, graph, count,
    ]

    package static let constraints: [OptionConstraint] = [
        .exclusive([onelineOption, wideOption, formatOption]),
        .exclusive([onelineOption, wideOption, jsonLines]),
        .excludes(graph, [jsonLines, NameInput.null]),
        .excludes(patch, [jsonLines, NameInput.null]),
        .excludes(
            count,
            [onelineOption, wideOption, formatOption, jsonLines, patch, graph, NameInput.null]),
    ]

    package init(_ arguments: Arguments) throws(RedoError) {
        if arguments.has(Self.count) {
            self = .format(LineFormat(.id), isJSON: false)
        } else if let format = arguments.value(Self.formatOption) {
            self = .format(try LineFormat(format), isJSON: arguments.has(Self.jsonLines))
        } else if arguments.has(Self.jsonLines) {
            self = .json
        } else if arguments.has(Self.onelineOption) {
            self = .oneline
        } else if arguments.has(Self.wideOption) {
            self = .wide
        } else {
            self = .full
        }
    }

    /// True if its fields say what is shown of a node.
    package var isFormat: Bool {
        if case .format = self { return true }
        return false
    }

    /// What has to be read to show a node, beside the columns of indexes.
    package var needs: Set<FieldNeed> {
        switch self {
        case .format(let format, isJSON: _): format.needs
        case .full, .oneline: [.content, .ids, .titles, .voids]
        case .wide: [.content, .ids, .titles, .voids, .devices]
        case .json: [.content]
        }
    }
}
