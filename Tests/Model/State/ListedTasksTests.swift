import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// The open tasks that are read from what is kept, one at a time and without the others.
@Suite struct ListedTasksTests {
    private static func written(_ tasks: CachedTasks) throws -> WrittenTasks {
        try #require(WrittenTasks(reading: tasks.serialized))
    }

    private static func expectSame(
        _ open: ListedTasks, _ expected: ListedTasks, _ comment: Comment
    ) throws {
        let state = try open.state()
        // With the ids of the others, and with what the canonical state does not show.
        #expect(
            CachedTasks(state, ids: open.ids).serialized
                == CachedTasks(try expected.state(), ids: expected.ids).serialized, comment)
        #expect(open.allCount == expected.allCount, comment)
        #expect(open.count == state.tasks.count, comment)
        // One at a time they are the same tasks.
        for (number, task) in state.tasks.enumerated() {
            #expect(open.number(of: task.id) == number, comment)
        }
        for id in open.ids where state[id] == nil {
            #expect(open.number(of: id) == nil, comment)
        }
        var read: [TaskState] = []
        try open.forEach(in: 0..<open.count) { number, task in
            if number == read.count { read.append(task) }
        }
        #expect(
            CachedTasks(State(tasks: read), ids: open.ids).serialized
                == CachedTasks(state, ids: open.ids).serialized, comment)
    }

    /// - Parameter number: every third one is archived.
    private static func task(_ number: Int) -> TaskState {
        var task = TaskState(
            id: TaskID(UUIDValue(high: UInt64(number), low: 0)),
            owner: UserID(UUIDValue(high: 1, low: 2)), created: .earliest, lastUpdated: .latest,
            fields: TaskFieldTable())
        task.isArchived = number.isMultiple(of: 3)
        return task
    }

    private static func cached(_ states: [TaskState]) -> CachedTasks {
        CachedTasks(State(tasks: states), ids: states.map(\.id))
    }

    @Test func theyAreTheOpenOnesOfAllTasks() throws {
        var (openCount, otherCount) = (0, 0)
        try RandomLogTests.forEachLog(share: 4) { nodes, _, replay in
            let full = Replay(nodes)
            let tasks = CachedTasks(full.foldState(), full.validation)
            let open = try Self.written(tasks).openTasks
            try Self.expectSame(open, ListedTasks(openOf: tasks), replay)
            #expect(
                try open.state().tasks.map(\.id) == tasks.state.tasks.filter(\.isOpen).map(\.id),
                replay)
            #expect(open.allCount == tasks.state.tasks.count, replay)
            openCount += open.count
            otherCount += open.allCount - open.count
        }
        #expect(openCount > 0 && otherCount > 0)
    }

    /// Parts without an open task, with nothing but open ones, and with both, read on several processors.
    @Test func partsCanHaveAnyNumberOfThem() throws {
        let size = CachedTasks.partCount
        var states = (0..<(4 * size + 1)).map { Self.task($0) }
        for number in size..<2 * size { states[number].isArchived = true }
        for number in 2 * size..<3 * size { states[number].isArchived = false }
        for count in [0, 1, size - 1, size, size + 1, 2 * size, states.count] {
            let tasks = Self.cached(Array(states[..<count]))
            let open = try Self.written(tasks).openTasks
            try Self.expectSame(open, ListedTasks(openOf: tasks), "\(count)")
        }
    }

    /// Tasks that become open, or no longer are, that are new, and that are deleted.
    @Test func changesAreThoseOfAllTasks() throws {
        let seed = Seed()
        var random = seed.generator
        for count in [3, 400] {
            let states = (0..<count).filter { _ in Bool.random(using: &random) }
                .map { Self.task($0) }
            let changed = (0..<count).filter { _ in Bool.random(using: &random) }
            let after = changed.filter { _ in Bool.random(using: &random) }.map { number in
                var task = Self.task(number)
                task.isArchived = Bool.random(using: &random)
                return task
            }
            let ids = Set(changed.map { Self.task($0).id })
            let all = Self.cached(states)
            let open = try Self.written(all).openTasks
            try Self.expectSame(
                open.replacing(ids, with: after),
                ListedTasks(openOf: all.replacing(ids, with: after)),
                seed.replay)
        }
    }

    /// Whoever can write the file can give it the right checksum.
    @Test func whatIsMadeUpIsRefusedOrCanBeUsed() throws {
        let seed = Seed()
        var random = seed.generator
        let replay = Replay(RandomLog(seed: 7).nodes)
        let written = CachedTasks(replay.foldState(), replay.validation).serialized
        var refusedCount = 0
        for place in written.indices {
            var bytes = written
            bytes[place] = UInt8.random(in: 0...255, using: &random)
            guard let open = WrittenTasks(reading: bytes)?.openTasks,
                let state = try? open.state()
            else {
                refusedCount += 1
                continue
            }
            let areOpen = state.tasks.allSatisfy(\.isOpen)
            #expect(areOpen, seed.replay)
            let ids = state.tasks.map(\.id)
            #expect(ids == ids.sorted() && open.allCount >= ids.count, seed.replay)
        }
        #expect(refusedCount > written.count / 10, seed.replay)
    }

    /// A task is left out by its flags: these are compared with the task that is read.
    @Test func aTaskThatIsSaidToBeOpenAndIsNotIsRefused() throws {
        let whole = Self.cached([1, 2, 3].map { Self.task($0) }).serialized
        // Behind the format, the number of ids, and the ids: those of the third one.
        let flags = 4 + 1 + 3 * 16 + 2
        try #require(whole[flags] == WrittenFlags.archived.rawValue)
        var bytes = whole
        bytes[flags] |= WrittenFlags.open.rawValue
        let open = try #require(WrittenTasks(reading: bytes)?.openTasks)
        #expect(throws: TaskDamage.self) { try open.state() }
        #expect(throws: TaskDamage.self) { try open.forEach(in: 0..<open.count) { _, _ in } }
        #expect(throws: TaskDamage.self) {
            try open.parts { range throws(TaskDamage) in try open.forEach(in: range) { _, _ in } }
        }
        #expect(throws: TaskDamage.self) { try open.tasks(at: [open.count - 1]) }
        #expect(CachedTasks(reading: bytes) == nil)
        #expect(CachedTasks(reading: whole) != nil)
    }
}
