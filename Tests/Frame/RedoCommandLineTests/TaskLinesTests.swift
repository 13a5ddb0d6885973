import RedoJSON
import RedoStore
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommandLine
@testable import RedoModel

/// Lines of a table that are made while tasks are gone through, beside those of tasks that are kept.
@Suite struct TaskLinesTests {
    private static func id(_ number: Int) -> TaskID {
        TaskID(UUIDValue(high: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, low: 7))
    }

    /// A task that can be anything that a list shows.
    private static func task(
        _ number: Int, of count: Int, _ random: inout SeededGenerator
    ) throws -> TaskState {
        var task = try TaskTableTests.task(
            "", priority: Int.random(in: 1...3, using: &random),
            deadline: ["2025-11-10T09:00:00Z", "2025-11-17T09:00:00Z", "tomorrow"].randomElement(
                using: &random),
            isDraft: Int.random(in: 0..<5, using: &random) == 0)
        var other = TaskState(
            id: id(number), owner: task.owner, created: task.created, lastUpdated: task.created,
            fields: task.fields)
        other.todos = task.todos
        task = other
        task.fields["title"] = .string(
            ["", "Plain", "水をやる", "a\u{1B}[2Jb\nc", "Überfällig"].randomElement(using: &random)
                ?? "")
        func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
        if one(in: 4) { task.isArchived = true }
        if one(in: 6) { task.completedAt = "2025-11-01T00:00:00Z" }
        if one(in: 6) { task.snoozedUntil = "2025-12-01T00:00:00Z" }
        if one(in: 3) { task.fields["tags"] = .array([.string("home"), .string("é")]) }
        if one(in: 5) { task.fields["project"] = .string("home.garden") }
        if one(in: 8) { task.fields["wait"] = .string("2025-12-01T00:00:00Z") }
        if one(in: 3) {
            task.fields["dependsOn"] = .array([
                .string(JSONString(id(Int.random(in: 0..<count, using: &random)).description))
            ])
        }
        return task
    }

    private static func cached(_ tasks: [TaskState]) -> CachedTasks {
        let tasks = tasks.sorted { $0.id < $1.id }
        return CachedTasks(State(tasks: tasks), ids: tasks.map(\.id))
    }

    private static func openTasks(_ tasks: CachedTasks) throws -> ListedTasks {
        let file = try MappedFile(copying: [tasks.serialized], path: "tasks.cache")
        return try #require(WrittenTasks(file)?.openTasks)
    }

    @Test func theyAreTheLinesOfTasksThatAreKept() throws {
        _ = TaskTableTests.pinned
        let seed = Seed()
        var random = seed.generator
        let now = TaskTableTests.instant("2025-11-16T12:00:00.000Z")
        for count in [0, 1, 30, 3000] {
            let all = Self.cached(try (0..<count).map { try Self.task($0, of: count, &random) })
            let changed = try (0..<count / 3).map { try Self.task($0 * 2, of: count, &random) }
                .sorted { $0.id < $1.id }
            let changedIDs = Set(changed.map(\.id))
            let after = all.replacing(changedIDs, with: changed)
            let lists = [
                (ListedTasks(all), all, false), (try Self.openTasks(all), all, true),
                (try Self.openTasks(all).replacing(changedIDs, with: changed), after, true),
            ]
            for (tasks, state, areOpen) in lists {
                var table = TaskTable(LayeredConfiguration([]), now: now)
                if Bool.random(using: &random) {
                    table.columns = TaskColumn.computed + [.field(.project)]
                }
                table.knownIDs = state.ids
                table.take(state.state, OrganisationFacts())
                let rows = table.ranked(state.state) { ($0.isOpen || !areOpen) && $0.priority != 2 }
                let expected = table.bytes(of: rows, context: CommandContext())
                var other = table
                try other.take(tasks, OrganisationFacts())
                let lines = try other.lines(of: tasks, isNested: false) { $0.priority != 2 }.parts
                // Long texts that differ are compared for minutes to say how.
                let areSame = Array(lines.joined()) == expected
                #expect(areSame, seed.replay)
                let first = try other.ranked(tasks, limit: 40) { $0.priority != 2 }
                #expect(first.map(\.task.id) == rows.prefix(40).map(\.task.id), seed.replay)
                #expect(first.map(\.rank) == rows.prefix(40).map(\.rank), seed.replay)
            }
        }
    }
}
