import RedoJSON
import SampleNodes

@testable import RedoInsight
@testable import RedoModel

/// Tasks as a state has them, without nodes.
enum SampleTask {
    static let now = Sample.instant("2025-11-16T12:00:00.000Z")

    /// - Parameters:
    ///   - fields: by name, beside the title.
    ///   - due: the deadline of an open to-do, as it is written; an empty text for one without.
    static func make(
        _ number: Int, _ title: String = "task", _ fields: [String: JSONValue] = [:],
        due: String? = ""
    ) -> TaskState {
        let created = Sample.wall
        var task = TaskState(
            id: Sample.taskID(number), owner: Sample.author.userID, created: created,
            lastUpdated: created, fields: TaskFieldTable())
        task.fields["title"] = .string(JSONString(title))
        for (name, value) in fields { task.fields[JSONString(name)] = value }
        if let due {
            let position = ReplayPosition(
                timestamp: Timestamp(lamport: 2, wall: created), id: Sample.id(number))
            task.todos = [
                TodoState(
                    id: TodoID(unnamedTodoOf: position.id), task: task.id,
                    deadline: due.isEmpty ? nil : JSONString(due), notes: "", title: nil,
                    completed: nil, madeBy: position)
            ]
        }
        return task
    }

    /// Dates that are ISO 8601 times.
    static func environment(own: [TaskField] = []) -> QueryEnvironment {
        QueryEnvironment(now: now, fields: TaskFieldCatalog(own: own), sharing: .unasked) {
            text, _ throws(QueryEnvironment.DateError) in
            guard let instant = Instant(iso8601: Array(text.utf8).span) else {
                throw QueryEnvironment.DateError("no date: \(text)", hint: nil)
            }
            return instant...instant
        }
    }

    /// The titles of the tasks that a query includes.
    static func titles(
        _ text: String, of tasks: [TaskState], own: [TaskField] = [],
        _ organisation: OrganisationFacts = OrganisationFacts()
    ) throws -> [String] {
        let query = try CompiledQuery(Query(parsing: text), environment(own: own))
        let facts = StateFacts(
            State(tasks: tasks.sorted { $0.id < $1.id }), at: now, organisation)
        return tasks.filter { query.includes($0, facts.facts(of: $0)) }.map(\.title.description)
    }
}
