import RedoJSON
import RedoModel
import RedoRepository

/// The fields of a task that imports gave the values that they have.
///
/// Each node of an import that sets fields says where the task is from, so any device knows it again.
struct ImportedFields {
    /// What a node of an import says.
    let origin: JSONMember?
    private let names: Set<JSONString>

    static let none = ImportedFields()

    private init() {
        origin = nil
        names = []
    }

    /// - Complexity: O(n) for a log of n nodes.
    init(of task: TaskState, _ log: Log) {
        guard let origin = task.fields[ImportedField.origin] else {
            self = .none
            return
        }
        let member = JSONMember(ImportedField.origin, origin)
        self.origin = member
        var setters: [JSONString: Int] = [:]
        for assignment in log.replay.assignments(of: task.id) where assignment.member.todo == nil {
            setters[assignment.member.name] = assignment.node
        }
        names = Set(setters.filter { Self.isOfImport(log.nodes[$0.value], member) }.keys)
    }

    /// True if an import gave a field its value, which nothing has changed since.
    func contains(_ name: JSONString) -> Bool { names.contains(name) }

    private static func isOfImport(_ node: Node, _ origin: JSONMember) -> Bool {
        switch node.payload {
        case .create(let fields), .update(let fields): fields.members.contains(origin)
        default: false
        }
    }
}
