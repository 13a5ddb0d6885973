import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository

/// The figures of `redo stats` as the page shows them. Tasks are named by their ids alone: the page has their titles.
package struct ViewFigures {
    private let statistics: Statistics
    private let organised: OrganisedStatistics
    private let work: WorkStatistics

    /// The maximum number of rows of a table.
    private static let rowCount = 200

    package init(_ statistics: Statistics, _ organised: OrganisedStatistics, _ work: WorkStatistics)
    {
        self.statistics = statistics
        self.organised = organised
        self.work = work
    }

    func json(_ text: ViewText) -> JSONValue {
        let omitted: [JSONString] = ["completionRateByTask", "pending", "pendingByRank"]
        guard case .object(let all) = statistics.json else { return .null }
        return .object(
            all.filter { !omitted.contains($0.name) } + [
                JSONMember("blocked", blocked), JSONMember("byTask", byTask),
                JSONMember("pending", pending), JSONMember("projects", projects(text)),
                JSONMember("time", time(text)),
            ])
    }

    private func id(_ task: TaskID) -> JSONValue { .string(JSONString(task.description)) }

    private var pending: JSONValue {
        .array(
            statistics.pending.prefix(Self.rowCount).map { item, rank in
                [
                    "deadline": item.todo?.deadline.map { .string($0) } ?? .null,
                    "priority": .number(Double(item.task.priority)), "rank": .number(rank),
                    "task": id(item.task.id),
                ]
            })
    }

    private var byTask: JSONValue {
        let sorted = statistics.byTask.sorted {
            ($0.rate.total, $1.task.id) > ($1.rate.total, $0.task.id)
        }
        return .array(
            sorted.prefix(Self.rowCount).map { task, rate in
                [
                    "completed": .number(Double(rate.completed)), "task": id(task.id),
                    "total": .number(Double(rate.total)),
                ]
            })
    }

    private var blocked: JSONValue {
        .array(
            organised.blocked.prefix(Self.rowCount).map { entry in
                [
                    "task": id(entry.task.id),
                    "waitsFor": .array(entry.task.dependencies.map { id($0) }),
                ]
            })
    }

    private func projects(_ text: ViewText) -> JSONValue {
        .array(
            organised.projects.prefix(Self.rowCount).enumerated().map { number, project in
                let name = project.name.map { text.shown($0, or: "project \(number + 1)") }
                return [
                    "done": .number(Double(project.done)),
                    "name": name.map { .string(JSONString($0)) } ?? .null,
                    "open": .number(Double(project.open)),
                    "overdue": .number(Double(project.overdue)),
                    "points": .number(project.points),
                ]
            })
    }

    private func time(_ text: ViewText) -> JSONValue {
        let rows = work.rows(by: .project).prefix(Self.rowCount).enumerated().map {
            number, row -> JSONValue in
            let name = row.title.map { text.shown($0, or: "project \(number + 1)") }
            return [
                "minutes": .number(Double(row.time.duration.minutes)),
                "name": name.map { .string(JSONString($0)) } ?? .null,
                "running": .number(Double(row.time.runningCount)),
            ]
        }
        let tasks = work.rows(by: .task).prefix(Self.rowCount).map { row -> JSONValue in
            [
                "minutes": .number(Double(row.time.duration.minutes)),
                "running": .number(Double(row.time.runningCount)),
                "task": row.name.first { $0.name == "task" }?.value ?? .null,
            ]
        }
        return [
            "minutes": .number(Double(work.total.duration.minutes)),
            "rows": .array(Array(rows)), "tasks": .array(tasks),
        ]
    }
}
