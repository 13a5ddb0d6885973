import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

/// In which order a walk shows nodes, and which part of them.
package struct NodeOrder: Sendable {
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
    private static let timeOrder = OptionSpecification.flag(
        "time-order", isExpert: true,
        "by time, the latest first, each node before those that it follows")
    private static let reverse = OptionSpecification.flag("reverse", "the earliest first")

    package static let options = [limit, skip, after, replayOrder, timeOrder, reverse]

    /// - Parameter drawing: the option that draws the nodes, in an order of its own.
    package static func constraints(drawing: OptionSpecification?) -> [OptionConstraint] {
        [.exclusive([replayOrder, timeOrder])]
            + (drawing.map {
                [.excludes($0, [timeOrder, replayOrder, reverse, skip, after])]
            } ?? [])
    }

    /// The order without an option.
    package enum Usual: Sendable { case replay, time }

    private let limit: Int
    private let skipped: Int
    private let isReplayOrder: Bool
    private let isReversed: Bool
    /// The name of the node to continue after.
    private let last: String?
    /// What is drawn has an order of its own, so its limit is applied to that.
    private let isDrawn: Bool

    /// - Parameters:
    ///   - isCount: whether only the number of nodes is shown, which is the same in any order.
    ///   - isDrawn: whether the nodes are drawn, in an order of their own.
    /// - Throws: wrong usage for a malformed count.
    package init(
        _ arguments: Arguments, usual: Usual, isCount: Bool = false, isDrawn: Bool = false
    ) throws(RedoError) {
        limit = try arguments.count(Self.limit) ?? .max
        skipped = try arguments.count(Self.skip) ?? 0
        isReversed = arguments.has(Self.reverse)
        last = arguments.value(Self.after)
        isReplayOrder =
            arguments.has(Self.replayOrder) || isCount && last == nil
            || usual == .replay && !arguments.has(Self.timeOrder)
        self.isDrawn = isDrawn
    }

    /// True if a node is named.
    package var needsNames: Bool { last != nil }

    /// The number of nodes that are shown of some; nil if they have to be walked.
    package func count(of all: Int) -> Int? {
        last == nil ? min(max(0, all - skipped), limit) : nil
    }

    /// True if the first nodes in replay order, from the last on, are those that are shown.
    private var takesFirst: Bool { isReplayOrder && last == nil }

    /// The number of nodes that are shown in an order of this type.
    private var shownCount: Int { isDrawn ? .max : limit }

    /// The nodes that are shown, in the order in which they are.
    ///
    /// - Parameters:
    ///   - isShown: whether the walk and its filter let a node pass; nil if they let all.
    ///   - names: nil if none are needed.
    ///   - times: called only if the order needs it.
    /// - Throws: NAME_001 if the node to continue after is missing, or not among those shown.
    /// - Complexity: O(n) for n nodes.
    package func numbers(
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
        if isShown == nil { numbers.reserveCapacity(min(count, enough)) }
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
            guard let index = shown.firstIndex(of: last) else {
                throw RedoError(
                    .unknownName, "the node of --after is not among those that are shown")
            }
            shown = shown[(index + 1)...]
        }
        if skipped == 0, limit >= shown.count, last == nil, !isReversed { return numbers }
        let part = Array(shown.dropFirst(skipped).prefix(limit))
        return isReversed ? part.reversed() : part
    }

    /// Nodes in order, with those at the edge of the walk, which are shown after what follows them.
    ///
    /// - Parameter boundary: in ascending order.
    package func adding(_ boundary: [Int], to numbers: [Int]) -> [Int] {
        isReversed ? boundary + numbers : numbers + boundary.reversed()
    }

    /// The nodes of a drawing, which has an order of its own.
    package func drawn(_ order: [Int]) -> [Int] { Array(order.prefix(limit)) }

    private func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }
}
