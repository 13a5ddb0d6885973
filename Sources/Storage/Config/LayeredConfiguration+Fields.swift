import RedoModel

extension LayeredConfiguration {
    /// The fields of tasks, with the custom ones that `field.<name>.type` declares. An invalid declaration is
    /// ignored.
    package var taskFields: TaskFieldCatalog {
        TaskFieldCatalog(
            own: values(section: "field", key: "type").compactMap { name, type in
                guard OwnFieldName.mistake(name) == nil, let form = form(type, of: name) else {
                    return nil
                }
                return TaskField(
                    own: name, form, label: value("field.\(name).label"),
                    fallback: value("field.\(name).default"))
            }.sorted { $0.key < $1.key })
    }

    /// The form of a type; nil for an unknown type, and for a choice without values.
    private func form(_ type: String, of name: String) -> TaskField.Form? {
        switch type {
        case "text": return .text
        case "number": return .number
        case "date": return .date
        case "duration": return .duration
        case "boolean": return .boolean
        case "choice":
            let values = values("field.\(name).values")
                .flatMap { $0.split(separator: ",") }.map { String($0.trimming { $0 == " " }) }
                .filter { !$0.isEmpty }
            return values.isEmpty ? nil : .choice(values)
        default: return nil
        }
    }
}
