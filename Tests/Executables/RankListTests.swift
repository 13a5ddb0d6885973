import RedoJSON
import TestSupport
import Testing

/// Fixtures/vectors/rank.tsv, through `redo-list`.
@Suite struct RankListTests {
    /// A line of the vectors.
    struct Vector {
        let now: String
        let hoursFromUTC: Int
        let created: String
        let deadline: String
        let priority: String
        let storyPoints: String
        let status: String
        let ranks: [String: Double]

        init(_ line: [UInt8]) throws {
            let columns = String(decoding: line, as: UTF8.self).split(separator: "\t")
                .map(String.init)
            try #require(columns.count == 9)
            now = columns[0]
            hoursFromUTC = try #require(Int(columns[1]))
            created = columns[2]
            deadline = columns[3]
            priority = columns[4]
            storyPoints = columns[5]
            status = columns[6]
            ranks = [
                "classic": try #require(Double(columns[7])),
                "sigmoid": try #require(Double(columns[8])),
            ]
        }
    }

    @Test func theListHasTheRanksOfTheVectors() throws {
        let vectors = try Fixtures.lines("vectors/rank.tsv").dropFirst().map(Vector.init)
        #expect(vectors.count == 67)
        let store = try TaskStore()
        let tasks = try vectors.indices.map { try write(vectors[$0], number: $0, to: store) }
        let moments = Dictionary(grouping: vectors.indices) {
            [vectors[$0].now, "\(vectors[$0].hoursFromUTC)"]
        }
        for numbers in moments.values {
            let vector = vectors[try #require(numbers.first)]
            for rank in ["classic", "sigmoid"] {
                let listed = try TaskStore.objects(
                    store.run(
                        "list", ["--all", "--json", "--rank", rank],
                        // POSIX counts hours to the west.
                        extra: ["REDO_WALL": vector.now, "TZ": "UTC\(-vector.hoursFromUTC)"]))
                for number in numbers {
                    let task = try #require(listed.first { $0["guid"]?.text == tasks[number] })
                    let expected = try #require(vectors[number].ranks[rank])
                    guard case .number(let value)? = task["rank"] else {
                        Issue.record("line \(number + 2) has no rank")
                        continue
                    }
                    #expect(abs(value - expected) <= 0.000002, "line \(number + 2)")
                }
            }
        }
    }

    /// Writes the nodes of a task.
    ///
    /// - Returns: its id.
    private func write(_ vector: Vector, number: Int, to store: TaskStore) throws -> String {
        let task = SampleNode.task(number + 1)
        func commit(_ action: String, _ fields: String...) throws {
            let outcome = try store.run(
                "commit-node", [action, "--task", task] + fields.flatMap { ["-f", $0] },
                extra: ["REDO_WALL": vector.created])
            try #require(outcome.status == 0, "\(outcome)")
        }
        try commit(
            "CREATE", "title=\(number)", "priority:=\(vector.priority)",
            "storyPoints:=\(vector.storyPoints)")
        if vector.status != "draft" {
            if vector.deadline == "-" {
                try commit("ADD_TODO", "title=someday")
            } else {
                try commit("ADD_TODO", "deadline=\(vector.deadline)")
            }
        }
        if vector.status == "archived" { try commit("ARCHIVE") }
        if vector.status == "completed" { try commit("COMPLETE") }
        return task
    }
}
