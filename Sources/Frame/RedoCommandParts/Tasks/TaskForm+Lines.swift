import RedoModel

extension TaskForm {
    /// A line of a form.
    package enum Field: Hashable {
        case title, due, priority, every, from, zone, points, isPrivate, tags, notes, description
        /// A field that version 1 of the protocol does not have, or a custom one.
        case extra(TaskField)

        /// The lines that every form has.
        static let fixed: [Field] = [
            .title, .due, .priority, .every, .from, .zone, .points, .isPrivate, .tags, .notes,
            .description,
        ]

        /// The name of the line.
        package var label: String {
            switch self {
            case .title: "Title"
            case .due: "Due"
            case .priority: "Priority"
            case .every: "Every"
            case .from: "From"
            case .zone: "Time zone"
            case .points: "Points"
            case .isPrivate: "Private"
            case .tags: "Tags"
            case .notes: "Notes"
            case .description: "Description"
            // A custom label could be anything.
            case .extra(let field): field.origin == .own ? field.key : field.label
            }
        }

        /// True if the value has texts with commas between them, each of which may be quoted.
        package var isList: Bool {
            switch self {
            case .tags: true
            case .extra(let field): field.form == .tasks
            default: false
            }
        }
    }
}

extension TaskFieldCatalog {
    /// The lines of forms beside those that every form has.
    package var formFields: [TaskForm.Field] {
        var labels = Set(TaskForm.Field.fixed.map { $0.label.lowercased() })
        return fields(usedAs: .option).filter { $0.origin != .version1 && $0 != .tags }
            .map { .extra($0) }.filter { labels.insert($0.label.lowercased()).inserted }
    }
}
