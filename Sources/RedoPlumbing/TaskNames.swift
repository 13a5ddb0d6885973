import RedoCommand
import RedoLog

/// What tasks can be called: by the beginning of their ids, or by a part of their titles.
struct TaskNames {
    /// Some can be here twice.
    private let ids: [TaskID]
    private let titles: () throws(CommandError) -> [(id: TaskID, title: String)]
    private let formerTitles: () throws(CommandError) -> [(id: TaskID, title: String)]

    private static let smallestPrefix = 2

    /// - Parameters:
    ///   - titles: of the tasks that are in the state; only what is no id asks for them.
    ///   - formerTitles: of deleted tasks; only what is in no title asks for them.
    init(
        _ ids: some Sequence<TaskID>,
        titles: @escaping () throws(CommandError) -> [(id: TaskID, title: String)],
        formerTitles: @escaping () throws(CommandError) -> [(id: TaskID, title: String)] = {
            () throws(CommandError) in []
        }
    ) {
        self.ids = Array(ids)
        self.titles = titles
        self.formerTitles = formerTitles
    }

    /// The task that a unique prefix of its id, or a unique part of its title, names.
    ///
    /// - Throws: STORAGE_001 where there is none, or there are several.
    func id(named name: String) throws(CommandError) -> TaskID {
        let byID = ids(withPrefix: name)
        if byID.count == 1 { return byID[0] }
        let titles = try titles()
        if !byID.isEmpty {
            let named = Dictionary(titles, uniquingKeysWith: { first, _ in first })
            throw NameResolver.ambiguous(name, byID.map { "\($0) \(named[$0] ?? "")" })
        }
        var byTitle = Self.matches(name, titles)
        if byTitle.isEmpty { byTitle = Self.matches(name, try formerTitles()) }
        if byTitle.count == 1, !name.isEmpty { return byTitle[0].id }
        guard byTitle.isEmpty || name.isEmpty else {
            throw NameResolver.ambiguous(name, byTitle.map { "\($0.id) \($0.title)" })
        }
        throw CommandError(
            .notFound, "there is no task '\(name)'",
            hints: ["'redo list --all' shows the tasks"])
    }

    private static func matches(
        _ name: String, _ titles: [(id: TaskID, title: String)]
    ) -> [(id: TaskID, title: String)] {
        let part = name.lowercased()
        return titles.filter { $0.title.lowercased().containsText(part) }
    }

    /// The ids that start so, sorted.
    private func ids(withPrefix prefix: String) -> [TaskID] {
        let count = prefix.utf8.count
        guard count >= Self.smallestPrefix,
            let first = TaskID(prefix + "00000000-0000-0000-0000-000000000000".dropFirst(count)),
            let last = TaskID(prefix + "ffffffff-ffff-ffff-ffff-ffffffffffff".dropFirst(count))
        else { return [] }
        return Set(ids.filter { first <= $0 && $0 <= last }).sorted()
    }
}
