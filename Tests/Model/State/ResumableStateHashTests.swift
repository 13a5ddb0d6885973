import RedoJSON
import RedoSystem
import TestSupport
import Testing

@testable import RedoModel

/// Hashes of states that are resumed at the first task that has changed, against those that are computed from the start.
@Suite struct ResumableStateHashTests {
    private static let partCount = CachedTasks.partCount

    /// A made-up task; its id says its place among the others.
    private static func task(_ number: Int, _ title: String) -> TaskState {
        var fields = TaskFieldTable()
        fields["title"] = .string(JSONString(title))
        return TaskState(
            id: id(number), owner: UserID(UUIDValue(high: 1, low: 2)), created: .earliest,
            lastUpdated: .latest, fields: fields)
    }

    private static func id(_ number: Int) -> TaskID {
        TaskID(UUIDValue(high: UInt64(number), low: 0))
    }

    /// Every second number is that of a task.
    private static func tasks(_ count: Int) -> CachedTasks {
        let states = (0..<count).map { task(2 * $0 + 1, "Task \($0)") }
        return CachedTasks(State(tasks: states), ids: states.map(\.id))
    }

    private static func written(_ tasks: CachedTasks) throws -> WrittenTasks {
        return try #require(WrittenTasks(reading: tasks.serialized))
    }

    /// The hash after changes, resumed and, for comparison, from the start.
    private static func hashes(
        _ tasks: CachedTasks, _ changes: [Int: TaskState?]
    ) throws -> (resumed: NodeID?, whole: NodeID) {
        let hash = ResumableStateHash(tasks.state)
        let serialized = hash.serialized
        let read = ResumableStateHash(reading: serialized.span)
        let kept = try #require(read)
        #expect(kept == hash && hash.hash == tasks.state.hash)
        let changed = Set(changes.keys.map { id($0) })
        let states = changes.values.compactMap(\.self).sorted { $0.id < $1.id }
        let whole = tasks.replacing(changed, with: states).state.hash
        return (kept.updated(changed, with: states, try written(tasks)), whole)
    }

    @Test func eachPlaceCanChange() throws {
        let partCount = Self.partCount
        for count in [0, 1, 2, partCount - 1, partCount, partCount + 1, 3 * partCount + 7] {
            let tasks = Self.tasks(count)
            #expect(try Self.hashes(tasks, [:]).resumed == tasks.state.hash)
            let borders = [0, 1, partCount - 1, partCount, partCount + 1, 2 * partCount, count]
            for place in Set(borders.flatMap { [2 * $0 - 1, 2 * $0, 2 * $0 + 1] })
            where (0...2 * count + 1).contains(place) {
                // Another state, or a new task between others; and one that is gone, or never was.
                for state in [Self.task(place, "Another"), nil] {
                    let (resumed, whole) = try Self.hashes(tasks, [place: state])
                    #expect(resumed == whole, "\(place) of \(count), \(state == nil)")
                }
            }
        }
    }

    @Test func manyCanChangeAtOnce() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<60 {
            let count = Int.random(in: 0...4 * Self.partCount, using: &random)
            let tasks = Self.tasks(count)
            var changes: [Int: TaskState?] = [:]
            let first = Int.random(in: 0...2 * count + 1, using: &random)
            for _ in 0..<Int.random(in: 0...120, using: &random) {
                let place = Int.random(in: first...2 * count + 1, using: &random)
                changes[place] =
                    Bool.random(using: &random) ? Self.task(place, "Another \(place)") : .some(nil)
            }
            let (resumed, whole) = try Self.hashes(tasks, changes)
            #expect(resumed == whole, seed.replay)
        }
    }

    /// All tasks can go, also those of a part whose neighbours stay.
    @Test func partsCanBecomeEmpty() throws {
        let tasks = Self.tasks(3 * Self.partCount)
        for parts in [0..<1, 1..<2, 2..<3, 0..<2, 0..<3] {
            let places = parts.lowerBound * Self.partCount..<parts.upperBound * Self.partCount
            let changes = Dictionary(
                uniqueKeysWithValues: places.map { (2 * $0 + 1, TaskState?.none) })
            let (resumed, whole) = try Self.hashes(tasks, changes)
            #expect(resumed == whole, "\(parts)")
        }
    }

    @Test func tasksOfAnotherStateAreNoticed() throws {
        let tasks = Self.tasks(3 * Self.partCount)
        let hash = ResumableStateHash(tasks.state)
        let changed: Set = [Self.id(1)]
        let states = tasks.state.tasks
        for others in [
            Array(states[1...]), Array(states[..<Self.partCount]),
            [Self.task(0, "First")] + states.dropLast(),
        ] {
            let written = try Self.written(
                CachedTasks(State(tasks: others), ids: others.map(\.id)))
            #expect(hash.updated(changed, with: [], written) == nil)
        }
    }

    @Test func whatIsNotWrittenIsRefused() {
        let written = ResumableStateHash(Self.tasks(2 * Self.partCount).state).serialized
        #expect(ResumableStateHash(reading: written.span) != nil)
        for count in 0..<written.count {
            #expect(ResumableStateHash(reading: written.span.extracting(first: count)) == nil)
        }
        let longer = written + [0]
        #expect(ResumableStateHash(reading: longer.span) == nil)
        var other = written
        other[0] ^= 1
        #expect(ResumableStateHash(reading: other.span) == nil)
        // Parts that are not in order.
        let header = 40
        let size = (written.count - header) / 2
        var swapped = Array(written[..<header])
        swapped += written[(header + size)...]
        swapped += written[header..<header + size]
        #expect(ResumableStateHash(reading: swapped.span) == nil)
    }
}
