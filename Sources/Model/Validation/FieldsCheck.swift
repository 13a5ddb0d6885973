import RedoJSON

/// Checks the fields of an action (protocol, section 3).
struct FieldsCheck {
    let action: Action
    let dialect: Dialect
    let form: ActionForm

    func run(_ fields: JSONElement, _ mistakes: inout RejectionCollector) {
        var seen: UInt64 = 0
        for member in fields.members {
            if let index = form.fields.firstIndex(where: { member.isNamed($0.name) }) {
                seen |= 1 << UInt64(index)
                let field = form.fields[index]
                if let mistake = field.form.mistake(in: member.value, dialect) {
                    mistakes.note(mistake.code, "\(field.name) must be \(mistake.expected)")
                }
            } else if action == .update, let name = reservedName(member) {
                mistakes.note(.forbiddenField, "UPDATE must not carry '\(name)'")
            } else if !form.isOpen {
                mistakes.note(.schemaMismatch, "'\(member.name)' is no field of \(action)")
            }
        }
        for (index, field) in form.fields.enumerated() where seen & 1 << UInt64(index) == 0 {
            if action == .delete, field.isRequired {
                mistakes.note(.missingDeletedChain, "DELETE needs deletedChain")
            } else if field.isRequired {
                mistakes.note(.schemaMismatch, "\(action) needs \(field.name)")
            }
        }
        switch action {
        case .update: checkUpdate(fields, &mistakes)
        case .snooze: checkSnooze(fields, &mistakes)
        default: break
        }
    }

    private func reservedName(_ member: JSONMemberElement) -> StaticString? {
        TaskFields.reserved.first { member.isNamed($0) }
    }

    /// An UPDATE sets something; a reserved field alone is named as that, not as nothing.
    private func checkUpdate(_ fields: JSONElement, _ mistakes: inout RejectionCollector) {
        if fields.count == 0 { mistakes.note(.schemaMismatch, "UPDATE needs at least one field") }
    }

    private func checkSnooze(_ fields: JSONElement, _ mistakes: inout RejectionCollector) {
        let ofTodo = [fields["daysToExtend"], fields["newDeadline"]].count { $0 != nil }
        let hasTodo = fields["todoTaskId"] != nil
        let isOfTask = dialect == .fields && fields["snoozeUntil"] != nil
        let isValid = isOfTask ? ofTodo == 0 && !hasTodo : ofTodo == 1 && hasTodo
        if !isValid {
            mistakes.note(
                .schemaMismatch,
                "SNOOZE needs todoTaskId with one of daysToExtend and newDeadline"
                    + (dialect == .fields ? ", or snoozeUntil alone" : ""))
        }
    }
}
