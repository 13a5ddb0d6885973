import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// In which order a log shows nodes, and which part of them.
struct LogOrder {
    private static let limit = OptionSpecification.value(
        "max-count", letter: "n", takes: "count", takesBareNumber: true,
        "at most this many nodes; -5 is the same as -n 5")
    private static let skip = OptionSpecification.value(
        "skip", takes: "count", isExpert: true, "leave out this many nodes first")
    private static let after = OptionSpecification.value(
        "after", takes: .node, isExpert: true, "begin with the node that is shown after this one")
    private static let replayOrder = OptionSpecification.flag(
        "replay-order", isExpert: true,
        "the order of a replay, which goes by lamport first, the last node first")
    private static let dateOrder = OptionSpecification.flag(
        "date-order", isExpert: true,
        "by time, each node before those that it follows (the default)")
    private static let reverse = OptionSpecification.flag("reverse", "the earliest first")

    static let options = [limit, skip, after, replayOrder, dateOrder, reverse]

    static let constraints: [OptionConstraint] = [
        .exclusive([replayOrder, dateOrder]),
        .excludes(LogStyle.graph, [dateOrder, replayOrder, reverse, skip, after]),
    ]

    private let limit: Int
    /// What a drawing shows first is not what is the latest.
    private let isDrawn: Bool
    private let skipped: Int
    private let isReplayOrder: Bool
    private let isReversed: Bool
    /// The name of the node to continue after.
    private let last: String?

    /// - Throws: wrong usage for a malformed count.
    init(_ arguments: Arguments) throws(RedoError) {
        limit = try arguments.count(Self.limit) ?? .max
        isDrawn = arguments.has(LogStyle.graph)
        skipped = try arguments.count(Self.skip) ?? 0
        // How many there are is the same in any order.
        isReplayOrder =
            arguments.has(Self.replayOrder)
            || arguments.has(LogStyle.count) && arguments.value(Self.after) == nil
        isReversed = arguments.has(Self.reverse)
        last = arguments.value(Self.after)
    }

    /// Whether a node is named.
    var needsNames: Bool { last != nil }

    /// Whether the first nodes in replay order, from the last on, are those that are shown.
    private var takesFirst: Bool { isReplayOrder && last == nil }

    /// How many nodes are shown in an order of this type.
    private var shownCount: Int { isDrawn ? .max : limit }

    /// The nodes that are shown, in the order in which they are.
    ///
    /// - Parameters:
    ///   - isShown: whether a filter lets a node pass; nil if it lets all.
    ///   - names: nil if none are needed.
    ///   - times: is asked for only where the order needs it.
    /// - Throws: NAME_001 if the node to continue after is missing, or not among those shown.
    /// - Complexity: O(n) for n nodes.
    func numbers(
        of count: Int, where isShown: ((Int) -> Bool)?, _ names: NodeNames?,
        _ times: () -> TimeOrder
    ) throws(RedoError) -> [Int] {
        var last: Int?
        if let names, let name = self.last { last = try names.nodeNumber(named: name) }
        if isShown == nil, !isReplayOrder {
            return try part(of: times().newestFirst(), after: last)
        }
        let enough = takesFirst ? sum(shownCount, skipped) : .max
        var numbers: [Int] = []
        // Packed nodes are read fast in replay order or against it.
        for number in stride(from: count - 1, through: 0, by: -1) {
            if numbers.count >= enough { break }
            if isShown?(number) ?? true { numbers.append(number) }
        }
        if !isReplayOrder { numbers = times().newestFirst(numbers.reversed()) }
        return try part(of: numbers, after: last)
    }

    /// What is shown of nodes that are in order.
    private func part(of numbers: [Int], after last: Int?) throws(RedoError) -> [Int] {
        let limit = shownCount
        var shown = numbers[...]
        if let last {
            guard let place = shown.firstIndex(of: last) else {
                throw RedoError(
                    .unknownName, "the node of --after is not among those that are shown")
            }
            shown = shown[(place + 1)...]
        }
        if skipped == 0, limit >= shown.count, last == nil, !isReversed { return numbers }
        let part = Array(shown.dropFirst(skipped).prefix(limit))
        return isReversed ? part.reversed() : part
    }

    /// The nodes of a drawing, which has an order of its own.
    func drawn(_ order: [Int]) -> [Int] { Array(order.prefix(limit)) }

    private func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }
}
