import RedoModel

/// The tasks that a command is about. If a name could mean several tasks, those that the command applies to come
/// first.
package struct TaskAspect: Sendable {
    /// Whether it includes open tasks alone.
    package let isOfOpenTasks: Bool
    package let includes: @Sendable (TaskState) -> Bool

    private init(
        isOfOpenTasks: Bool = false, includes: @escaping @Sendable (TaskState) -> Bool
    ) {
        self.isOfOpenTasks = isOfOpenTasks
        self.includes = includes
    }

    /// All except those in the trash.
    package static let any = TaskAspect { !$0.isInTrash }
    package static let open = TaskAspect(isOfOpenTasks: true) { $0.isOpen }
    package static let archived = TaskAspect { $0.isArchived && !$0.isInTrash }
    package static let unarchived = TaskAspect { !$0.isPutAway }
    /// Tasks that are archived or in the trash.
    package static let putAway = TaskAspect { $0.isPutAway }
    /// Deleted tasks, of which only former titles are known.
    package static let deleted = TaskAspect { _ in false }
}
