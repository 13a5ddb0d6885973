import RedoModel

/// The text in angle brackets of a usage line: an operand, or the value of an option.
package struct Placeholder: Sendable, ExpressibleByStringLiteral {
    /// The text between the brackets.
    package let name: String
    package let kind: OperandKind

    package init(_ name: String, _ kind: OperandKind) {
        self.name = name
        self.kind = kind
    }

    /// A placeholder that nothing is known of.
    package init(stringLiteral name: String) { self.init(name, .other) }

    package static let task = Placeholder("task", .name(.task))
    package static let openTask = Placeholder("task", .name(.openTask))
    package static let archivedTask = Placeholder("task", .name(.archivedTask))
    package static let node = Placeholder("node", .name(.node))
    /// A node, as people name it: by what it is to them.
    package static let change = Placeholder("change", .name(.node))
    package static let taskOrNode = Placeholder("name", .taskOrNode)
    package static let remote = Placeholder("remote", .name(.remote))
    package static let user = Placeholder("user", .name(.user))
    package static let author = Placeholder("author", .name(.author))
    package static let person = Placeholder("person", .name(.person))
    package static let room = Placeholder("room", .name(.room))
    package static let category = Placeholder("category", .name(.category))
    package static let tag = Placeholder("tag", .name(.tag))
    package static let project = Placeholder("path", .name(.project))
    package static let query = Placeholder("query", .name(.query))
    package static let sortKeys = Placeholder("keys", .name(.sortKey))
    package static let when = Placeholder("when", .name(.when))
    package static let report = Placeholder("report", .name(.report))
    package static let context = Placeholder("name", .name(.context))
    package static let template = Placeholder("template", .name(.template))
    package static let configurationKey = Placeholder("name", .configurationKey)
    package static let file = Placeholder("file", .file)
    package static let directory = Placeholder("dir", .directory)
    package static let url = Placeholder("url", .directory)
    package static let action = Placeholder("action", .word(Action.knownNames))
}
