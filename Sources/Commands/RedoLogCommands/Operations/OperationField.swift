import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoStore

/// A field of an operation, for the formats of `redo op log`.
enum OperationField: String, FormatField {
    case id, number, kind, command, time, device, user, actions, nodes, tasks, categories, takenBack
    case undo

    var modifiers: [String] {
        switch self {
        case .id: ["short"]
        case .time: TimeModifier.names
        case .tasks, .categories: ["name"]
        case .number, .kind, .command, .device, .user, .actions, .nodes, .takenBack, .undo: []
        }
    }
}

extension OperationListing.Row {
    /// The value of a field.
    ///
    /// - Parameter now: what relative times are relative to.
    func value(_ reference: FieldReference<OperationField>, now: Instant) -> FieldValue {
        let (operation, isPlain) = (record.operation, reference.modifier == nil)
        return switch reference.field {
        case .id: .text(isPlain ? record.checksum : record.shortName)
        case .number: .number(Double(record.number))
        case .kind: .text(operation.kind.word)
        case .command: FieldValue(operation.command?.printable)
        case .time: TimeModifier.value(of: operation.time, reference.modifier, now: now)
        case .device: .text(operation.device.printable)
        case .user: .text(operation.user.description)
        case .actions: .list(actions)
        case .nodes: .list(operation.nodes.map(\.description))
        case .tasks: .list(tasks.map { isPlain ? $0.id.description : $0.title })
        case .categories: .list(categories.map { isPlain ? $0.id.text : $0.name })
        case .takenBack: .json(.bool(isTakenBack))
        case .undo: .list(undo)
        }
    }
}
