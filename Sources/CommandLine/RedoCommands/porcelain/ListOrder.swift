import RedoCommandLine
import RedoModel
import RedoSystem

/// In which order a list shows tasks.
struct ListOrder {
    static let option = OptionSpecification.value(
        "sort", takes: "keys", "order by columns, - for descending: due,-priority")

    private enum Key: String, CaseIterable {
        case rank, id, priority, due, title, created, updated, points, every
    }

    private let keys: [(key: Key, isDescending: Bool)]

    /// - Throws: wrong usage for an unknown key.
    ///
    /// - Parameter isByChange: whether the latest change comes first where no order is asked for.
    init(_ arguments: Arguments, isByChange: Bool) throws(RedoError) {
        var keys: [(key: Key, isDescending: Bool)] = []
        if isByChange, arguments.value(Self.option) == nil { keys = [(.updated, true)] }
        let names = arguments.value(Self.option)?.split(
            separator: ",", omittingEmptySubsequences: false)
        for name in names ?? [] {
            let isDescending = name.hasPrefix("-")
            let key = try choice(
                of: "order by", named: isDescending ? name.dropFirst() : name, spelled: name,
                among: Key.allCases, isHinted: true)
            keys.append((key, isDescending))
        }
        self.keys = keys
    }

    /// - Parameter rows: the most urgent first; what the keys do not tell apart stays in that order.
    func sorted(_ rows: [RankedTask]) -> [RankedTask] {
        if keys.isEmpty { return rows }
        let titles =
            keys.contains { $0.key == .title }
            ? rows.map { FoldedText($0.task.title.utf8).bytes } : []
        return rows.indices.sorted { left, right in
            for (key, isDescending) in keys {
                let order = Self.compare(rows[left], rows[right], key) {
                    titles[left].lexicographicallyPrecedes(titles[right])
                        ? -1 : titles[left] == titles[right] ? 0 : 1
                }
                // What has no deadline comes last either way.
                if key == .due, (rows[left].due == nil) != (rows[right].due == nil) {
                    return rows[right].due == nil
                }
                if order != 0 { return isDescending ? order > 0 : order < 0 }
            }
            return left < right
        }.map { rows[$0] }
    }

    /// - Returns: a negative number, zero or a positive one.
    private static func compare(
        _ left: RankedTask, _ right: RankedTask, _ key: Key, titles: () -> Int
    ) -> Int {
        func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
            left < right ? -1 : left == right ? 0 : 1
        }
        return switch key {
        case .rank: order(left.rank, right.rank)
        case .id: order(left.task.id, right.task.id)
        case .priority: order(left.task.priority, right.task.priority)
        case .due: order(left.due ?? .latest, right.due ?? .latest)
        case .title: titles()
        case .created: order(left.task.created, right.task.created)
        case .updated: order(left.task.lastUpdated, right.task.lastUpdated)
        case .points: order(left.task.storyPoints, right.task.storyPoints)
        case .every: order(left.task.frequencyDays, right.task.frequencyDays)
        }
    }
}
