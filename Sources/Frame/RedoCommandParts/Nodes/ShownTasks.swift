import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What a log shows of tasks beside their nodes.
package struct ShownTasks {
    package var titles: [TaskID: String] = [:]
    /// Which nodes are void, which is said of them; nil if it is not said here.
    package var voids: VoidNodes?
    /// Whose names take the place of those that authors give themselves.
    package var people = People.none

    package init(
        titles: [TaskID: String] = [:], voids: VoidNodes? = nil, people: People = .none
    ) {
        (self.titles, self.voids, self.people) = (titles, voids, people)
    }

    /// The maximum number of tasks that are read one by one for their titles.
    private static let maximumTaskCount = 100

    /// Reads from a log what some fields of some nodes need of tasks. Damage is not reported.
    ///
    /// - Parameter numbers: of the nodes.
    init(
        _ needs: Set<FieldNeed>, of numbers: [Int], in index: LogIndex, of log: LogSource,
        _ rule: LogRule, _ repository: Repository
    ) {
        self.init()
        if needs.contains(.titles) {
            let tasks = Set(numbers.compactMap { index[$0].taskID })
            if tasks.count <= Self.maximumTaskCount, let replay = log.replay(of: tasks, rule) {
                titles = replay.foldState().printableTitles
                if needs.contains(.voids) { voids = log.addingRooms(to: replay.voids, rule) }
                people = replay.authority.people
            } else {
                titles = State(tasks: (try? repository.namedTasks()) ?? []).printableTitles
                people = log.people(rule) ?? .none
            }
        } else if needs.contains(.persons) {
            people = log.people(rule) ?? .none
        }
        if needs.contains(.voids), voids == nil { voids = log.voidsWithRooms(rule) }
    }
}
