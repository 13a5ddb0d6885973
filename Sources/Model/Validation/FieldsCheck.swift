import RedoJSON

/// The check of an action's fields (protocol, section 3).
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
            } else if let name = form.reserved.first(where: { member.isNamed($0) }) {
                mistakes.note(.forbiddenField, "\(action) must not carry '\(name)'")
            } else if !form.isOpen {
                mistakes.note(.schemaMismatch, "'\(member.name)' is not a field of \(action)")
            }
        }
        for (index, field) in form.fields.enumerated()
        where field.isRequired && seen & 1 << UInt64(index) == 0 {
            mistakes.note(field.absence, "\(action) needs \(field.name)")
        }
        if let detail = form.mistake(fields) { mistakes.note(.schemaMismatch, detail) }
    }
}
