import RedoJSON

extension TaskField {
    /// The expected value of the field in a new task, in words; nil if the value is valid.
    package func expectation(violatedBy value: JSONValue) -> String? {
        if origin == .version1 {
            let fields = Action.create.form(.fields)?.fields ?? []
            guard let field = fields.first(where: { name == $0.name }),
                let document = try? JSONDocument(CanonicalJSON.bytes(value))
            else { return nil }
            return field.form.mistake(in: document.root, .fields)?.expected
        }
        return form.value(value) == nil ? form.words : nil
    }
}

extension TaskField.Form {
    /// A value of the form, in words.
    fileprivate var words: String {
        switch self {
        case .text: "text"
        case .number: "a number"
        case .date: "a time such as 2025-01-31T09:00:00.000Z"
        case .duration: "a number of minutes"
        case .boolean: "true or false"
        case .choice(let words): "one of " + words.joined(separator: ", ")
        case .path: "names with dots between them, such as home.garden"
        case .strings: "an array of texts"
        case .tasks: "an array of ids of tasks"
        case .task: "the id of a task"
        case .uuid: "a UUID"
        }
    }
}
