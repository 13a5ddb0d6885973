import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel

/// A field of a task of the state, for the formats of `redo for-each-task`.
enum TaskStateField: String, FormatField {
    case id, title, state, description, priority, due, rank, points, every, tags, project
    case created, updated, completed, owner, heads, blocked, overdue, todo, claim, field

    var modifiers: [String] {
        switch self {
        case .id: ["short"]
        case .due, .created, .updated, .completed: TimeModifier.names
        case .title, .state, .description, .priority, .rank, .points, .every, .tags, .project,
            .owner, .heads, .blocked, .overdue, .todo, .claim, .field:
            []
        }
    }

    var takesName: Bool { self == .field }
}

/// The values of the fields of tasks, with what they follow from beside the tasks.
struct TaskStateFields {
    let table: TaskTable
    /// Nil if no field needs them.
    let heads: TaskHeads?
    /// The ids of all tasks, sorted.
    let ids: [TaskID]

    func value(_ reference: FieldReference<TaskStateField>, of row: RankedTask) -> FieldValue {
        let (task, modifier) = (row.task, reference.modifier)
        return switch reference.field {
        case .id:
            .text(
                modifier == nil
                    ? task.id.description : shortestPrefix(of: task.id, inSorted: ids))
        case .title: .text(task.title.printable)
        case .state: .text(table.status(of: task))
        case .description: .text(task.description.printable)
        case .priority: .number(Double(task.priority))
        case .due: time(row.due, modifier)
        case .rank: .number(row.rank)
        case .points: .number(task.storyPoints)
        case .every: FieldValue(task.frequencyText { $0.zonedWords })
        case .tags: FieldValue(json: task.fields["tags"])
        case .project: FieldValue(json: task.fields["project"])
        case .created: time(task.creation, modifier)
        case .updated: time(task.lastUpdated, modifier)
        case .completed: time(task.lastCompletion, modifier)
        case .owner: .text(task.owner.description)
        case .heads: .list((heads?.heads(of: task.id) ?? []).map(\.description))
        case .todo: FieldValue(task.currentTodo?.id.description)
        case .blocked, .overdue, .claim: member(reference.field.rawValue, of: row)
        case .field: FieldValue(json: task.fields[JSONString(modifier ?? "")])
        }
    }

    private func time(_ time: Instant?, _ modifier: String?) -> FieldValue {
        time.map { TimeModifier.value(of: $0, modifier, now: table.moment) } ?? .none
    }

    /// What `list --json` has of the task under a name.
    private func member(_ name: String, of row: RankedTask) -> FieldValue {
        FieldValue(json: table.members(of: row).first { $0.name == JSONString(name) }?.value)
    }
}
