extension TaskState {
    /// When it was moved into the trash: the field `trashedAt`. Nil outside of the trash, also for a value
    /// that is not a time.
    package var trashedAt: Instant? {
        fields.extra("trashedAt")?.string.flatMap { Instant(iso8601: $0.utf8.span) }
    }

    package var isInTrash: Bool { trashedAt != nil }

    /// Whether it is archived or in the trash, so that it cannot be done.
    package var isPutAway: Bool { isArchived || isInTrash }
}
