/// The kind of thing that an operand or the value of an option names; completions offer such names.
package enum OperandKind: Equatable, Sendable {
    /// A name that the store or the user's keys have.
    case name(NameKind)
    case taskOrNode
    case configurationKey
    case file
    case directory
    case word([String])
    case other

    /// True if it is a path, whose bytes are those that the user gave. Any other operand or value is a text, which is
    /// UTF-8.
    package var isPath: Bool { self == .file || self == .directory }
}

/// The kinds of names that `redo rev-parse --complete` completes.
package enum NameKind: String, CaseIterable, Sendable {
    case task, node, remote, user, author, person, room, category, report, context, template
    /// A custom field, which is an option.
    case field
    /// A value of such a field, after the name of the field and an equals sign.
    case fieldValue = "field-value"
    case tag, project
    /// The end of a query: a word, `+tag`, or a key with its value.
    case query
    /// The end of a query, or the name of a report.
    case reportOrQuery = "report-or-query"
    /// The words of a new task: `+tag`, or an attribute with its value.
    case attribute
    /// The last of several keys of an order, with commas between them.
    case sortKey = "sort-key"
    /// A date in words.
    case when
    case openTask = "open-task"
    case archivedTask = "archived-task"
}
