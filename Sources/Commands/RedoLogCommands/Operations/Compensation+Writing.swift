import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Compensation {
    /// - Parameters:
    ///   - task: nil if it is not about a task as such.
    ///   - dialect: of the task's nodes; others are in the fields dialect.
    init(_ name: String, of task: TaskID? = nil, _ dialect: Dialect = .fields) {
        self.init(task, name, dialect) { UnderstoodDate.text($0, endsDay: $1) }
    }

    /// Creates the nodes, which follow the heads of the task or category.
    func write(_ writer: inout TaskWriter) throws(RedoError) {
        var made: OwnedThing?
        for step in steps {
            switch (step, task) {
            case (.node(.update, let fields), let task?):
                do throws(RedoError) {
                    try writer.add(.update, task, fields)
                } catch {
                    // The payload dialect cannot say all that was there before.
                    guard dialect == .payload else { throw error }
                    try writer.add(familyNode: .update, of: task, fields)
                }
            case (.node(let action, let fields), _): try writer.add(action, task, fields)
            case (.newTodo(let todo), _):
                try writer.add(.createTodo, task, todo.copiedFields(dialect))
            case (.settlement(let todos), let task?): try writer.settle(todos, of: task)
            case (.thing(let action, var fields, let thing, let task, let heads), _):
                if effect == .makesAgain {
                    let (id, certificate) = writer.newID(thing.kind, replacing: thing.id)
                    let thing = OwnedThing(kind: thing.kind, id: id)
                    fields = [thing.member] + fields + certificate
                    made = thing
                }
                if let task {
                    try writer.add(familyNode: action, of: task, fields)
                } else {
                    try writer.add(categoryNode: action, after: heads, fields)
                }
            case (.replacement(let action, let fields, let task), _):
                guard let made else { continue }
                try writer.add(familyNode: action, of: task, [made.member] + fields)
            case (.content(let tasks, let categories), _):
                guard let category = made?.member.value else { continue }
                let field = JSONMember(TaskField.category.name, category)
                // The payload dialect has no such field.
                for task in tasks {
                    try writer.add(familyNode: .update, of: task, [field])
                }
                for child in categories {
                    try writer.add(
                        categoryNode: .updateCategory, after: child.heads,
                        [child.thing.member, JSONMember("parentCategory", category)])
                }
            case (.settlement, nil): continue
            }
        }
    }
}

// MARK: Telling people

extension Compensation {
    /// What is done to what it is about as a whole, as one would ask for it and as it was done.
    var action: (asked: String, done: String) {
        switch effect {
        case .putsAway where task != nil:
            (
                "archive \(name), which was added",
                "archived \(name), which was added; 'redo restore' brings it back"
            )
        case .putsAway: ("delete \(name), which was added", "deleted \(name), which was added")
        case .makesAgain: ("add \(name) again", "added \(name) again")
        case .isDeleted, .changes, .nothing: ("", "")
        }
    }

    /// Why nothing is written for a task that is deleted, as the end of a sentence.
    var reason: String { Action.delete.inverse.reason ?? "" }
}
