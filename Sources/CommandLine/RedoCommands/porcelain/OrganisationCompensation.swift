import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// Nodes that take back what was done to a category, a comment or an interval of work (docs/decisions.md, "What
/// undo writes").
///
/// It is made without a key; ``write(_:)`` makes the nodes.
struct OrganisationCompensation {
    /// What becomes of the thing.
    enum Effect {
        /// It was not there before, so it is deleted.
        case deletes
        /// It is gone for good, so another one like it takes its place.
        case makesAgain
        /// Its members get the values that they had.
        case changes
        /// It was not there before, and nothing deletes an interval: it ends where it began.
        case ends
        /// It was running, and nothing opens an interval again: another one goes on from its end.
        case continues
        case nothing
    }

    private enum Step {
        /// About a category, after its heads.
        case ofCategory(Action, [JSONMember], [Node])
        case ofTask(Action, [JSONMember], TaskID)
        case makeCategory([JSONMember], inPlaceOf: OwnedThing, tasks: [TaskID], children: [Child])
        case make(Action, [JSONMember], inPlaceOf: OwnedThing, TaskID)
    }

    /// A category under the one that is made again.
    private typealias Child = (id: UUIDValue, heads: [Node])

    /// What people are told it is about: `category Home`.
    private(set) var subject: String
    private(set) var effect = Effect.nothing
    private var steps: [Step] = []
    /// What it does beside its effect, a line each, and what it leaves as it is.
    private(set) var lines: [String] = []
    /// Whether all is as it was before, once it is written.
    private(set) var isWhole = true

    init(_ subject: String) { self.subject = subject }

    var isEmpty: Bool { steps.isEmpty }

    /// What is done to the thing, as one would ask for it and as it was done; nil for a change of members.
    var action: (asked: String, done: String)? {
        switch effect {
        case .deletes:
            ("delete \(subject), which was added", "deleted \(subject), which was added")
        case .makesAgain: ("add \(subject) again", "added \(subject) again")
        case .ends: ("end \(subject) where it began", "ended \(subject) where it began")
        case .continues: ("go on with \(subject)", "went on with \(subject)")
        case .changes, .nothing: nil
        }
    }

    /// Notes what is not as it was.
    mutating func note(_ line: String) {
        isWhole = false
        lines.append(line)
    }

    // MARK: Categories

    mutating func delete(_ category: Organisation.Category) {
        effect = .deletes
        steps.append(
            .ofCategory(
                .deleteCategory, [OwnedThing(kind: .category, id: category.id).member],
                category.heads))
    }

    mutating func change(_ category: Organisation.Category, _ members: [JSONMember]) {
        guard !members.isEmpty else { return }
        effect = .changes
        let id = OwnedThing(kind: .category, id: category.id).member
        steps.append(.ofCategory(.updateCategory, [id] + members, category.heads))
        for member in members {
            lines.append("\(member.name.printable): \(jsonText(member.value))")
        }
    }

    /// - Parameters:
    ///   - tasks: those that were in it.
    ///   - children: the categories that were under it.
    mutating func makeAgain(
        _ category: OwnedThing, _ members: [JSONMember], tasks: [TaskID],
        children: [Organisation.Category]
    ) {
        effect = .makesAgain
        steps.append(
            .makeCategory(
                members, inPlaceOf: category, tasks: tasks,
                children: children.map { ($0.id, $0.heads) }))
        if !tasks.isEmpty { lines.append("\(counted(tasks.count, "task")) in it") }
        if !children.isEmpty {
            lines.append(
                "with \(children.map(\.name.printable).joined(separator: ", ")) under it")
        }
    }

    // MARK: Comments and work

    mutating func delete(_ comment: Organisation.Comment) {
        effect = .deletes
        let thing = OwnedThing(kind: .comment, id: comment.id)
        steps.append(.ofTask(.deleteComment, [thing.member], comment.task))
    }

    mutating func change(_ comment: Organisation.Comment, to text: JSONValue) {
        effect = .changes
        let thing = OwnedThing(kind: .comment, id: comment.id)
        steps.append(
            .ofTask(.editComment, [thing.member, JSONMember("text", text)], comment.task))
        lines.append("text: \(jsonText(text))")
    }

    /// - Parameter title: of the task.
    mutating func makeAgain(
        _ comment: OwnedThing, text: JSONValue, of task: TaskID, titled title: String
    ) {
        effect = .makesAgain
        // It gets another id.
        subject = "the comment on \(title)"
        steps.append(.make(.addComment, [JSONMember("text", text)], inPlaceOf: comment, task))
        lines.append("text: \(jsonText(text))")
    }

    mutating func end(_ interval: Organisation.WorkInterval) {
        effect = .ends
        let thing = OwnedThing(kind: .work, id: interval.id)
        steps.append(
            .ofTask(
                .stopWork, [thing.member, JSONMember("at", .string(interval.start))],
                interval.task))
    }

    /// - Parameter end: of the interval.
    mutating func go(on interval: Organisation.WorkInterval, from end: JSONString) {
        effect = .continues
        steps.append(
            .make(
                .startWork, [JSONMember("at", .string(end))],
                inPlaceOf: OwnedThing(kind: .work, id: interval.id), interval.task))
        if let end = end.instant { lines.append("running since \(localText(end))") }
    }

    // MARK: Writing

    /// Makes the nodes.
    func write(_ writer: inout TaskWriter) throws(RedoError) {
        for step in steps {
            switch step {
            case .ofCategory(let action, let fields, let heads):
                try writer.add(categoryNode: action, after: heads, fields)
            case .ofTask(let action, let fields, let task):
                try writer.add(familyNode: action, of: task, fields)
            case .make(let action, let fields, let old, let task):
                let (id, certificate) = writer.newID(old.kind, inPlaceOf: old.id)
                let thing = OwnedThing(kind: old.kind, id: id)
                try writer.add(
                    familyNode: action, of: task, [thing.member] + fields + certificate)
            case .makeCategory(let fields, let old, let tasks, let children):
                try makeCategory(fields, old, tasks, children, &writer)
            }
        }
    }

    private func makeCategory(
        _ fields: [JSONMember], _ old: OwnedThing, _ tasks: [TaskID], _ children: [Child],
        _ writer: inout TaskWriter
    ) throws(RedoError) {
        let (id, certificate) = writer.newID(.category, inPlaceOf: old.id)
        let thing = OwnedThing(kind: .category, id: id)
        try writer.add(
            categoryNode: .createCategory, after: [], [thing.member] + fields + certificate)
        for task in tasks {
            // The payload dialect has no such field.
            _ = try writer.make(
                .update, task, [JSONMember(TaskField.category.name, thing.member.value)],
                after: try writer.joinedEnds(of: task), dialect: .fields)
        }
        for child in children {
            try writer.add(
                categoryNode: .updateCategory, after: child.heads,
                [
                    OwnedThing(kind: .category, id: child.id).member,
                    JSONMember("parentCategory", thing.member.value),
                ])
        }
    }
}

extension OwnedThing {
    /// The field that names it in nodes.
    var member: JSONMember {
        JSONMember(JSONString("\(kind.idName)"), .string(JSONString(id.text)))
    }
}
