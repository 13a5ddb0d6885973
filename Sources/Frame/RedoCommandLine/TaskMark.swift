import RedoInsight
import RedoModel
import RedoSystem

/// A mark in the brackets after a title, beside the status of the task and its claim.
enum TaskMark {
    /// Devices changed it at the same time, and no one has merged it.
    case differs
    /// Someone works on it.
    case active
    /// Its recurrence.
    case recurring
    /// It has a description, or its current to-do has notes.
    case note
    /// The number of its comments.
    case comments

    /// The text of the mark; nil for a task without it.
    ///
    /// - Complexity: O(1), apart from the words of a rule of recurrence.
    func text(_ task: TaskState, _ facts: StateFacts) -> String? {
        switch self {
        case .differs: return facts.organisation.divergedTasks.contains(task.id) ? "differs" : nil
        case .active: return facts.isActive(task.id) ? "active" : nil
        case .recurring:
            // Few tasks recur, and that is asked faster.
            guard task.isRecurring, task.isOpen else { return nil }
            return task.recurrenceWords
        case .note: return task.hasNote ? "note" : nil
        case .comments:
            guard let count = facts.organisation.commentCounts[task.id], count > 0 else {
                return nil
            }
            return counted(count, "comment")
        }
    }
}

extension TaskState {
    /// True if it has a description, or its current to-do has notes.
    fileprivate var hasNote: Bool {
        !description.isEmpty || hasCurrentNotes
    }
}
