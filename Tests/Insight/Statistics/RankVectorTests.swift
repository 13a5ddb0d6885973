import RedoJSON
import TestSupport
import Testing

@testable import RedoInsight
@testable import RedoModel

/// The vectors of `Fixtures/vectors/rank.tsv`.
@Suite struct RankVectorTests {
    @Test func ranks() throws {
        let lines = try Fixtures.lines("vectors/rank.tsv").dropFirst()
        #expect(lines.count == 67)
        let digits = Array(repeating: UInt8(ascii: "a"), count: 32)
        let owner = UserID(text: digits.span)
        for line in lines {
            let columns = String(decoding: line, as: UTF8.self).split(separator: "\t").map(
                String.init)
            try #require(columns.count == 9)
            func instant(_ text: String) -> Instant? { Instant(iso8601: Array(text.utf8).span) }
            let created = try #require(instant(columns[2]))
            var task = TaskState(
                id: try #require(TaskID("c0ffee11-1111-4111-8111-111111111111")),
                owner: try #require(owner),
                created: created, lastUpdated: created, fields: TaskFieldTable())
            task.fields["priority"] = .number(try #require(Double(columns[4])))
            task.fields["storyPoints"] = .number(try #require(Double(columns[5])))
            // No rank depends on the time that an import or another client wrote.
            task.fields["createdAt"] = "2001-01-01T00:00:00Z"
            let position = ReplayPosition(
                timestamp: Timestamp(lamport: 2, wall: created),
                id: try #require(NodeID("sha256:" + String(repeating: "0", count: 64))))
            if columns[6] != "draft" {
                task.todos = [
                    TodoState(
                        id: TodoID(unnamedTodoOf: position.id), task: task.id,
                        deadline: columns[3] == "-" ? nil : JSONString(columns[3]), notes: "",
                        title: nil, completed: nil, madeBy: position)
                ]
            }
            task.isArchived = columns[6] == "archived"
            if columns[6] == "completed" { task.completedAt = "2025-01-01T00:00:00Z" }
            let now = Rank.Now(
                instant: try #require(instant(columns[0])),
                secondsFromUTC: Int(try #require(Double(columns[1])) * 3600))
            let classic = try #require(Double(columns[7]))
            let sigmoid = try #require(Double(columns[8]))
            #expect(abs(Rank.classic.value(of: task, at: now) - classic) <= 0.000002, "\(columns)")
            #expect(abs(Rank.sigmoid.value(of: task, at: now) - sigmoid) <= 0.000002, "\(columns)")
        }
    }
}
