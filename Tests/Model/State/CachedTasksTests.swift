import Foundation
import RedoJSON
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// Tasks that are kept from command to command.
@Suite struct CachedTasksTests {
    private static func known(_ nodes: [Node]) -> CachedTasks {
        let replay = Replay(nodes)
        return CachedTasks(replay.foldState(), replay.validation)
    }

    @Test func whatIsWrittenIsRead() throws {
        var fieldCounts: Set<Int> = []
        try RandomLogTests.forEachLog(share: 4) { nodes, _, replay in
            let tasks = Self.known(nodes)
            let read = try #require(CachedTasks(reading: tasks.serialized), replay)
            #expect(read.state.canonicalBytes == tasks.state.canonicalBytes, replay)
            #expect(read.ids == tasks.ids, replay)
            // What the canonical state does not show is there as well.
            #expect(read.serialized == tasks.serialized, replay)
            fieldCounts.formUnion(tasks.state.tasks.map(\.fields.members.count))
        }
        #expect(fieldCounts.count > 1)
    }

    @Test func valuesOfEveryKindAreRead() throws {
        var fields = TaskFieldTable()
        let deep = (0..<60).reduce(JSONValue.null) { value, _ in .array([value]) }
        fields["extra"] = [
            "a": nil, "b": true, "c": false, "d": .number(-0.1), "e": "é 😀", "f": [1, "2", []],
            "g": .object([]), "h": deep,
        ]
        let id = try #require(TaskID("c0ffee11-1111-4111-8111-000000000000"))
        let owner = UserID(UUIDValue(high: 1, low: 2))
        var task = TaskState(
            id: id, owner: owner, created: .earliest, lastUpdated: .latest, fields: fields)
        task.completedAt = ""
        task.isArchived = true
        let tasks = CachedTasks(State(tasks: [task]), ids: [id])
        let read = try #require(CachedTasks(reading: tasks.serialized))
        #expect(read.state.tasks[0].fields["extra"] == fields["extra"])
        #expect(read.state.canonicalBytes == tasks.state.canonicalBytes)
    }

    /// More than one part, which are read on several processors.
    @Test func manyTasksAreRead() throws {
        let owner = UserID(UUIDValue(high: 1, low: 2))
        let states = (0..<(3 * CachedTasks.partCount + 1)).map { number in
            TaskState(
                id: TaskID(UUIDValue(high: UInt64(number), low: 0)), owner: owner,
                created: .earliest, lastUpdated: .latest, fields: TaskFieldTable())
        }
        let tasks = CachedTasks(State(tasks: states), ids: states.map(\.id))
        let read = try #require(CachedTasks(reading: [1, 2, 3] + tasks.serialized, from: 3))
        #expect(read.state.tasks.map(\.id) == states.map(\.id))
        #expect(read.state.canonicalBytes == tasks.state.canonicalBytes)
        let none = try #require(
            CachedTasks(reading: CachedTasks(State(tasks: []), ids: []).serialized))
        #expect(none.state.tasks.isEmpty && none.ids.isEmpty)
    }

    @Test func whatIsCutOffIsNotRead() throws {
        let written = Self.known(RandomLog(seed: 7).nodes).serialized
        #expect(CachedTasks(reading: written) != nil)
        for count in 0..<written.count {
            #expect(CachedTasks(reading: Array(written[..<count])) == nil, "\(count)")
        }
        #expect(CachedTasks(reading: written + [0]) == nil)
        // Of another version.
        #expect(CachedTasks(reading: [written[0] ^ 1] + written[1...]) == nil)
    }

    @Test func aFileBeginsWithTheVersionOfItsFormat() {
        let written = Self.known(RandomLog(seed: 7).nodes).serialized
        #expect(Array(written.prefix(4)) == [6, 0, 0, 0])
    }

    /// Readers count on the fields that every task has.
    @Test func aTaskThatLacksAFieldIsRefused() throws {
        let all = TaskFieldTable().members
        func isRead(_ members: [JSONMember]) -> Bool {
            let task = TaskState(
                id: TaskID(UUIDValue(high: 1, low: 0)), owner: UserID(UUIDValue(high: 1, low: 2)),
                created: .earliest, lastUpdated: .latest, fields: TaskFieldTable(members))
            return CachedTasks(
                reading: CachedTasks(State(tasks: [task]), ids: [task.id]).serialized) != nil
        }
        let further = JSONMember("zeal", true)
        #expect(isRead(all) && isRead(all + [further]))
        #expect(!isRead([]))
        for place in all.indices {
            var members = all
            members.remove(at: place)
            #expect(!isRead(members))
            #expect(!isRead(members + [further]))
        }
    }

    /// A checksum keeps such bytes away; if it did not, they would be refused, or be other values.
    @Test func noBytesStopTheReader() {
        let seed = Seed()
        var random = seed.generator
        let written = Self.known(RandomLog(seed: 7).nodes).serialized
        var refusedCount = 0
        for place in written.indices {
            var bytes = written
            bytes[place] = UInt8.random(in: 0...255, using: &random)
            if CachedTasks(reading: bytes) == nil { refusedCount += 1 }
            // A number that was the greatest of those that mean something is one too great.
            bytes[place] = written[place] &+ 1
            if CachedTasks(reading: bytes) == nil { refusedCount += 1 }
        }
        #expect(refusedCount > 0, seed.replay)
    }

    /// Whoever can write the file can give it the right checksum.
    @Test func whatIsMadeUpIsRefusedOrCanBeUsed() {
        let seed = Seed()
        var random = seed.generator
        let written = Self.known(RandomLog(seed: 7).nodes).serialized
        let count =
            ProcessInfo.processInfo.environment["REDO_MUTATIONS"].flatMap { Int($0) } ?? 3000
        FileHandle.standardError.write(
            Data("mutating kept tasks \(count) times, \(seed.replay.rawValue)\n".utf8))
        var refusedCount = 0
        for number in 0..<count {
            var bytes = written
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                case 2: bytes.remove(at: place)
                default:
                    let end = min(place + 8, bytes.count)
                    for index in place..<end { bytes[index] = 0xFF }
                }
            }
            guard let tasks = CachedTasks(reading: bytes) else {
                refusedCount += 1
                continue
            }
            let comment: Comment = "mutation \(number) of \(count), \(seed.replay.rawValue)"
            let state = tasks.state
            #expect((try? JSONDocument(state.canonicalBytes)) != nil, comment)
            for task in state.tasks {
                #expect(task.created.wallText.utf8.count == 24, comment)
                #expect(state.tasks.isEmpty || tasks.ids.count <= bytes.count, comment)
            }
            let ids = Set(state.tasks.prefix(2).map(\.id))
            #expect(
                tasks.replacing(ids, with: []).state.tasks.count == state.tasks.count - ids.count,
                comment)
        }
        #expect(refusedCount > count / 10, seed.replay)
    }

    @Test func tasksThatChangedAreReplaced() {
        func task(_ number: UInt64, archived: Bool = false) -> TaskState {
            var task = TaskState(
                id: TaskID(UUIDValue(high: number, low: 0)),
                owner: UserID(UUIDValue(high: 0, low: 0)), created: .earliest,
                lastUpdated: .latest, fields: TaskFieldTable())
            task.isArchived = archived
            return task
        }
        let before = CachedTasks(
            State(tasks: [task(1), task(3), task(5)]), ids: [1, 2, 3, 5].map { task($0).id })
        // The third is another one, the fifth is deleted, two are new, of which one is deleted.
        let after = before.replacing(
            Set([3, 5, 0, 9].map { task($0).id }), with: [task(0), task(3, archived: true)])
        #expect(after.state.tasks.map(\.id) == [0, 1, 3].map { task($0).id })
        #expect(after.state.tasks.map(\.isArchived) == [false, false, true])
        #expect(after.ids == [0, 1, 2, 3, 5, 9].map { task($0).id })
    }

    /// A few tasks are put in their places one by one, and many are merged: both give the same.
    @Test func fewAndManyChangesAreReplacedAlike() {
        let seed = Seed()
        var random = seed.generator
        func task(_ number: UInt64, isNew: Bool = false) -> TaskState {
            var task = TaskState(
                id: TaskID(UUIDValue(high: number, low: 0)),
                owner: UserID(UUIDValue(high: 0, low: 0)), created: .earliest,
                lastUpdated: .latest, fields: TaskFieldTable())
            task.isArchived = isNew
            return task
        }
        let numbers = (0..<400 as Range<UInt64>).filter { _ in Bool.random(using: &random) }
        let before = CachedTasks(
            State(tasks: numbers.map { task($0) }),
            ids: numbers.map { task($0).id })
        let changed = (0..<400 as Range<UInt64>).filter { _ in Bool.random(using: &random) }
        let after = changed.filter { _ in Bool.random(using: &random) }
            .map { task($0, isNew: true) }
        func ids(_ numbers: some Sequence<UInt64>) -> [TaskID] {
            numbers.map { task($0).id }
        }
        let many = before.replacing(Set(ids(changed)), with: after)
        var few = before
        for start in stride(from: 0, to: changed.count, by: CachedTasks.maximumReplacedCount) {
            let part = Set(ids(changed[start...].prefix(CachedTasks.maximumReplacedCount)))
            few = few.replacing(part, with: after.filter { part.contains($0.id) })
        }
        #expect(changed.count > CachedTasks.maximumReplacedCount)
        #expect(few.ids == many.ids, seed.replay)
        #expect(few.state.canonicalBytes == many.state.canonicalBytes, seed.replay)
        #expect(
            many.state.tasks.map(\.id)
                == ids(Set(numbers).subtracting(changed)).appending(after.map(\.id)), seed.replay)
    }
}

extension [TaskID] {
    fileprivate func appending(_ others: [TaskID]) -> [TaskID] { (self + others).sorted() }
}
