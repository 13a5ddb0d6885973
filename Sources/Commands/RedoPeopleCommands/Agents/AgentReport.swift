import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// What the agents of a user may do and have done, for people and programs.
enum AgentReport {
    /// `redo agent list`.
    static func list(
        _ form: IDListing.Form, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let names = try context.personNames(repository)
        let entries = names.authors.agents.entries
        if case .ids(let end) = form {
            try context.printIDs(entries.map(\.name.text), end: end)
            return .done
        }
        if entries.isEmpty, form == .table { try context.print("there are no agents\n") }
        let targets = try SharesCommand.sharedTargets(repository, isAll: false)
        for entry in entries {
            let grants = Grants(of: entry.key, targets, names)
            let count = names.authors.nodeCount(of: UserID(entry.key))
            if form == .json {
                try context.printLine(
                    CanonicalJSON.bytes(.object(members(entry, grants, nodeCount: count))))
            } else {
                try context.print(
                    "\(entry.name.text)  key \(names.authors.digits(of: UserID(entry.key)))  "
                        + "\(grants.text)  \(counted(count, "node"))\n")
            }
        }
        return .done
    }

    /// `redo agent show`.
    static func show(
        _ name: String, isJSON: Bool, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let names = try context.personNames(repository)
        let entry = try names.authors.agents.entry(named: name)
        let grants = Grants(
            of: entry.key, try SharesCommand.sharedTargets(repository, isAll: false), names)
        let work = Work(of: UserID(entry.key), in: try repository.wholeLog())
        if isJSON {
            let members = members(entry, grants, nodeCount: work.nodeCount) + work.members
            try context.printLine(CanonicalJSON.bytes(.object(members)))
            return .done
        }
        let file = try context.home.keyDirectory(of: entry.name)
        let isHere = (try? KeyDirectory(path: file).users().isEmpty) == false
        var text = "\(names.text(of: names.people.principal(of: UserID(entry.key))))\n"
        text += "  key    \(entry.key.hexadecimal)\n"
        text += "  file   \(isHere ? file : "not on this device")\n"
        text += "  may    \(grants.text)\n"
        text += work.text
        try context.print(withPaths: text)
        return .done
    }

    private static func members(
        _ entry: AgentNames.Entry, _ grants: Grants, nodeCount: Int
    ) -> [JSONMember] {
        [
            JSONMember("grants", grants.json),
            JSONMember("key", .string(JSONString(entry.key.hexadecimal))),
            JSONMember("name", .string(JSONString(entry.name.text))),
            JSONMember("nodes", .number(Double(nodeCount))),
            JSONMember("userId", .string(JSONString("\(UserID(entry.key))"))),
        ]
    }
}

/// What an agent may do: categories by name, and tasks by number.
private struct Grants {
    private let categories: [(name: String, id: String, permission: Permission)]
    private let taskCounts: [Permission: Int]

    init(of key: PublicKey, _ targets: [ShareTarget], _ names: PersonNames) {
        let principal = names.people.principal(of: UserID(key))
        var categories: [(name: String, id: String, permission: Permission)] = []
        var counts: [Permission: Int] = [:]
        for target in targets where target.access.owner != principal {
            guard let permission = target.access.permission(of: principal) else { continue }
            switch target.subject {
            case .task: counts[permission, default: 0] += 1
            case .category(let category):
                categories.append((category.name.printable, category.id.text, permission))
            }
        }
        self.categories = categories
        taskCounts = counts
    }

    var text: String {
        var parts = categories.map { "\($0.permission.name) \($0.name)" }
        for permission in Permission.allCases {
            if let count = taskCounts[permission] {
                parts.append("\(permission.name) \(counted(count, "task"))")
            }
        }
        return parts.isEmpty ? "no permission" : parts.joined(separator: ", ")
    }

    var json: JSONValue {
        let tasks = Permission.allCases.compactMap { permission in
            taskCounts[permission].map { count -> JSONValue in
                [
                    "permission": .string(JSONString(permission.name)),
                    "tasks": .number(Double(count)),
                ]
            }
        }
        return .array(
            categories.map { category -> JSONValue in
                [
                    "category": .string(JSONString(category.id)),
                    "name": .string(JSONString(category.name)),
                    "permission": .string(JSONString(category.permission.name)),
                ]
            } + tasks)
    }
}

/// What a key has written, in numbers.
private struct Work {
    private(set) var nodeCount = 0
    private var taskCount = 0
    private var voidCount = 0
    private var last: Instant?
    private var actions: [(action: String, count: Int)] = []

    init(of user: UserID, in log: Log) {
        var tasks: Set<TaskID> = []
        var counts: [String: Int] = [:]
        for node in log.nodes where node.author.userID == user {
            nodeCount += 1
            if let task = node.taskID { tasks.insert(task) }
            if log.replay.voids.reason(of: node.id) != nil { voidCount += 1 }
            counts["\(node.action)", default: 0] += 1
            last = max(last ?? node.timestamp.wall, node.timestamp.wall)
        }
        taskCount = tasks.count
        actions = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { ($0.key, $0.value) }
    }

    var text: String {
        guard nodeCount > 0 else { return "  wrote  nothing\n" }
        var text = "  wrote  \(counted(nodeCount, "node")) in \(counted(taskCount, "task"))"
        if let last { text += ", the last at \(localText(last))" }
        text += "\n         " + actions.map { "\($0.count) \($0.action)" }.joined(separator: ", ")
        if voidCount > 0 {
            text += "\n  void   \(counted(voidCount, "node")) of these: no permission, or revoked"
        }
        return text + "\n"
    }

    var members: [JSONMember] {
        [
            JSONMember(
                "actions",
                .object(
                    actions.map { JSONMember(JSONString($0.action), .number(Double($0.count))) })),
            JSONMember("last", last.map { .string(JSONString($0.wallText)) } ?? .null),
            JSONMember("tasks", .number(Double(taskCount))),
            JSONMember("void", .number(Double(voidCount))),
        ]
    }
}
