import RedoModel

/// Which tasks a command is about: where a name could mean several, those come first with which it has
/// something to do.
package struct TaskAspect: Sendable {
    package let includes: @Sendable (TaskState) -> Bool

    /// All but what is in the trash.
    package static let any = TaskAspect { !$0.isInTrash }
    package static let open = TaskAspect { $0.isOpen }
    package static let archived = TaskAspect { $0.isArchived && !$0.isInTrash }
    package static let unarchived = TaskAspect { !$0.isPutAway }
    /// Tasks that are archived or in the trash.
    package static let putAway = TaskAspect { $0.isPutAway }
    /// Tasks that are deleted, of which only former titles are known.
    package static let deleted = TaskAspect { _ in false }
}
