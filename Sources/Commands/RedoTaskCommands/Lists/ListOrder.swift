import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoSystem

/// In which order a list shows tasks.
struct ListOrder {
    static let option = OptionSpecification.value(
        "sort", takes: .sortKeys, "order by columns, - for descending: due,-priority")

    private let keys: [(key: SortKey, isDescending: Bool)]

    /// - Throws: wrong usage for an unknown key.
    ///
    /// - Parameters:
    ///   - text: names with commas between them; nil if no order is requested.
    ///   - isByChange: whether the latest change comes first then.
    init(
        _ text: String?, _ fields: TaskFieldCatalog, isByChange: Bool = false
    ) throws(RedoError) {
        var keys: [(key: SortKey, isDescending: Bool)] = []
        if isByChange, text == nil { keys = [(.updated, true)] }
        let known = SortKey.all(fields)
        let names = text?.split(separator: ",", omittingEmptySubsequences: false)
        for name in names ?? [] {
            let isDescending = name.hasPrefix("-")
            let bare = isDescending ? name.dropFirst() : name
            guard let key = known.first(where: { $0.name == bare })?.key else {
                throw .usage(
                    "there is no order by '\(name)'",
                    hints: ["there are \(known.map(\.name).joined(separator: ", "))"])
            }
            keys.append((key, isDescending))
        }
        self.keys = keys
    }

    /// True if the most urgent tasks come first, and nothing else decides.
    var isByRank: Bool { keys.isEmpty }

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
                if key == .hidden {
                    let moments = (rows[left].task.hiddenUntil, rows[right].task.hiddenUntil)
                    if (moments.0 == nil) != (moments.1 == nil) { return moments.1 == nil }
                }
                if case .field(let field) = key {
                    let values = (
                        field.value(of: rows[left].task), field.value(of: rows[right].task)
                    )
                    if (values.0 == nil) != (values.1 == nil) { return values.1 == nil }
                }
                if order != 0 { return isDescending ? order > 0 : order < 0 }
            }
            return left < right
        }.map { rows[$0] }
    }

    /// - Returns: a negative number, zero or a positive one.
    private static func compare(
        _ left: RankedTask, _ right: RankedTask, _ key: SortKey, titles: () -> Int
    ) -> Int {
        func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
            left < right ? -1 : left == right ? 0 : 1
        }
        func order(_ left: TaskFieldValue?, _ right: TaskFieldValue?) -> Int {
            guard let left, let right else { return 0 }
            return left.isBefore(right) ? -1 : right.isBefore(left) ? 1 : 0
        }
        return switch key {
        case .rank: order(left.rank, right.rank)
        case .id: order(left.task.id, right.task.id)
        case .priority: order(left.task.priority, right.task.priority)
        case .due: order(left.due ?? .latest, right.due ?? .latest)
        case .hidden:
            order(left.task.hiddenUntil ?? .latest, right.task.hiddenUntil ?? .latest)
        case .title: titles()
        case .created: order(left.task.creation, right.task.creation)
        case .updated: order(left.task.lastUpdated, right.task.lastUpdated)
        case .completed:
            order(left.task.lastCompletion ?? .latest, right.task.lastCompletion ?? .latest)
        case .points: order(left.task.storyPoints, right.task.storyPoints)
        case .every: order(left.task.frequencyDays, right.task.frequencyDays)
        case .field(let field): order(field.value(of: left.task), field.value(of: right.task))
        }
    }
}
