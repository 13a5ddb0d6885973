import RedoInsight
import RedoJSON
import RedoModel

/// Figures about projects, and the tasks that wait for others.
package struct OrganisedStatistics {
    /// The numbers of done and open tasks of a project.
    package struct Project {
        /// Nil for tasks without one.
        package let name: String?
        package fileprivate(set) var open = 0
        package fileprivate(set) var done = 0
        package fileprivate(set) var overdue = 0
        /// Story points of what is open.
        package fileprivate(set) var points = 0.0
    }

    /// A task, and the titles of the tasks that it waits for.
    package struct Blocked {
        package let task: TaskState
        package let waitsFor: [String]
    }

    /// By name, the tasks without a project last; none if no task has one.
    package let projects: [Project]
    /// By title.
    package let blocked: [Blocked]

    /// - Parameters:
    ///   - analytics: of the tasks that count.
    ///   - state: has the tasks that others wait for.
    package init(_ analytics: Analytics, _ state: State, _ facts: StateFacts, at now: Instant) {
        var projects: [String: Project] = [:]
        var seen: Set<TaskID> = []
        var blocked: [Blocked] = []
        for item in analytics.items {
            let name = item.task.project.map(\.description)
            var project = projects[name ?? ""] ?? Project(name: name)
            switch item.status {
            case .completed: project.done += 1
            case .pending:
                project.open += 1
                project.points += item.points
                if item.todo?.due.map({ $0 < now }) ?? false { project.overdue += 1 }
            case .left: break
            }
            projects[name ?? ""] = project
            let isBlocked = facts.facts(of: item.task).marks.contains(.blocked)
            if isBlocked, item.isPending, seen.insert(item.task.id).inserted {
                let others = item.task.dependencies.compactMap { state[$0] }.filter {
                    $0.isOpen
                }
                blocked.append(
                    Blocked(task: item.task, waitsFor: others.map(\.title.description)))
            }
        }
        let hasProjects = projects.values.contains { $0.name != nil }
        self.projects =
            hasProjects
            ? projects.values.sorted {
                ($0.name == nil ? 1 : 0, $0.name ?? "") < ($1.name == nil ? 1 : 0, $1.name ?? "")
            } : []
        self.blocked = blocked.sorted {
            ($0.task.title, $0.task.id) < ($1.task.title, $1.task.id)
        }
    }
}
