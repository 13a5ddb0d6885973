import RedoModel

/// The tasks that a command is about. If a name could mean several tasks, those that the command applies to come
/// first.
package struct TaskAspect: Sendable {
    package let includes: @Sendable (TaskState) -> Bool

    /// All except those in the trash.
    package static let any = TaskAspect { !$0.isInTrash }
    package static let open = TaskAspect { $0.isOpen }
    package static let archived = TaskAspect { $0.isArchived && !$0.isInTrash }
    package static let unarchived = TaskAspect { !$0.isPutAway }
    /// Tasks that are archived or in the trash.
    package static let putAway = TaskAspect { $0.isPutAway }
    /// Deleted tasks, of which only former titles are known.
    package static let deleted = TaskAspect { _ in false }
}
