import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoJSON
import RedoModel
import RedoRemotes
import RedoRepository
import RedoSystem

/// A task or category that is shared, with who has what of it.
struct ShareTarget {
    enum Subject {
        case task(TaskState)
        case category(Organisation.Category)
    }

    let subject: Subject
    let access: SharedAccess
    /// Reads a node that decides who has what.
    let node: (_ number: Int) -> Node?
    /// The number of nodes of each principal that have no effect since it had no permission.
    private(set) var deniedCounts: [Principal: Int] = [:]

    private init(_ task: TaskState, owner: Principal?, of log: Log) {
        subject = .task(task)
        access = log.replay.authority.access(to: task.id) ?? .unshared(owner: owner)
        node = { log.nodes[$0] }
    }

    /// Tasks of a log. O(n) for n nodes of the log.
    static func all(_ tasks: [TaskState], of log: Log) -> [ShareTarget] {
        let (voids, people) = (log.replay.voids, log.replay.authority.people)
        let owners = people.owners(of: Set(tasks.map(\.id)), among: log.nodes)
        var denied: [TaskID: [Principal: Int]] = [:]
        for node in log.nodes where voids.reason(of: node.id)?.code == .permissionDenied {
            guard let task = node.taskID else { continue }
            denied[task, default: [:]][people.principal(of: node.author), default: 0] += 1
        }
        return tasks.map { task in
            var target = ShareTarget(task, owner: owners[task.id], of: log)
            target.deniedCounts = denied[task.id] ?? [:]
            return target
        }
    }

    /// A task that is shared.
    init(_ task: TaskState, in log: SharedLog) {
        subject = .task(task)
        access = log.authority.access(to: task.id) ?? .unshared(owner: nil)
        node = log.node
    }

    init(_ category: Organisation.Category, in log: SharedLog) {
        subject = .category(category)
        access =
            log.authority.access(toCategory: category.id) ?? .unshared(owner: category.owner)
        node = log.node
    }

    /// Its name for people.
    var title: String {
        switch subject {
        case .task(let task): task.title.printable
        case .category(let category): "the category \(category.name.printable)"
        }
    }

    /// Its name in a command: what follows `redo shares`.
    var words: String {
        switch subject {
        case .task(let task): task.id.description
        case .category(let category): "--category \(category.id.text)"
        }
    }

    /// Its members in JSON.
    var members: [JSONMember] {
        switch subject {
        case .task(let task):
            [
                JSONMember("task", .string(JSONString(task.id.description))),
                JSONMember("title", .string(task.title)),
            ]
        case .category(let category):
            [
                JSONMember("category", .string(JSONString(category.id.text))),
                JSONMember("name", .string(category.name)),
            ]
        }
    }

    /// True if a principal may say who has what.
    func mayBeShared(by principal: Principal) -> Bool {
        access.owner != nil && access.permission(of: principal) == .admin
    }

    /// Why it cannot be shared by a principal.
    func refusal(of principal: Principal, _ names: PersonNames) -> RedoError {
        guard let owner = access.owner else { return refusalWithoutOwner(for: "shared") }
        return RedoError(
            .permissionDenied,
            "\(title) belongs to \(names.text(of: owner)), and you are not an admin of it",
            status: .no,
            hints: [
                "'redo shares \(words)' shows who may do what",
                "who may share it can make you one: 'redo share \(words) --with \(principal) --as admin'",
            ])
    }
}

extension ShareTarget {
    /// Why no one can do something with it.
    ///
    /// - Parameter deed: what, as a participle.
    private func refusalWithoutOwner(for deed: String) -> RedoError {
        RedoError(
            .permissionDenied,
            "\(title) cannot be \(deed): no CREATE of it is here, so it has no owner", status: .no)
    }

    /// Why it cannot be closed by another principal than its owner.
    func refusalToClose(_ names: PersonNames) -> RedoError {
        guard let owner = access.owner else { return refusalWithoutOwner(for: "closed") }
        return RedoError(
            .permissionDenied,
            "\(title) belongs to \(names.text(of: owner)): only its owner can close it",
            status: .no,
            hints: ["'redo shares \(words)' shows who may do what"])
    }
}

/// The tasks, or the category with its tasks, that a command about sharing is asked about.
struct ShareTargets {
    static let category = OptionSpecification.value(
        "category", takes: .category, "a category and its tasks, instead of named tasks")
    static let tasks = OptionSpecification.flag(
        "tasks", isNegatable: true, "with --category, also each task in it (the default)")
    static let json = OptionSpecification.flag(
        "json", "print a JSON object for each task or category")

    static let constraints: [OptionConstraint] = [.needs(tasks, anyOf: [category])]

    /// The tasks or category that the arguments of a command name.
    enum Request {
        case tasks([String])
        case category(String, withTasks: Bool)

        /// - Throws: wrong usage for a category beside tasks.
        init(_ arguments: Arguments) throws(RedoError) {
            guard let name = arguments.value(ShareTargets.category) else {
                self = .tasks(arguments.operands)
                return
            }
            if let operand = arguments.operands.first {
                throw .usage("--category replaces tasks: unexpected argument '\(operand)'")
            }
            self = .category(
                name, withTasks: arguments.settingIfDeclared(ShareTargets.tasks) ?? true)
        }
    }

    /// The named targets.
    let named: [ShareTarget]
    /// The tasks of a category that is named.
    let filed: [ShareTarget]
    /// The log of the tasks.
    let log: Log

    /// - Throws: NAME_001 and NAME_002 for a name of no task or category, or of several.
    init(_ request: Request, _ repository: Repository) throws(RedoError) {
        switch request {
        case .tasks(let names):
            let log = try repository.log(of: names)
            self.log = log
            named = ShareTarget.all(try log.livingTasks(named: names), of: log)
            filed = []
        case .category(let name, let isWithTasks):
            let category = try CategoryNames(try repository.family(Organisation.self))
                .category(named: name)
            named = [ShareTarget(category, in: try repository.sharedLog())]
            let tasks =
                isWithTasks
                ? try repository.tasks().state.tasks.filter {
                    !$0.isInTrash && TaskField.category.value(of: $0) == .uuid(category.id)
                }.map(\.id.description) : []
            let log = try repository.log(of: tasks)
            self.log = log
            filed = ShareTarget.all(try log.livingTasks(named: tasks), of: log)
        }
    }
}

extension CommandContext {
    /// Opens the store for a command that shares, or takes back: it needs the key that signs.
    ///
    /// - Returns: also the names of persons and keys, and whom the key belongs to.
    /// - Throws: STORAGE_001 if there is no store; see ``Keyring`` for a missing key.
    func openForSharing() throws(RedoError) -> (
        repository: Repository, names: PersonNames, own: Principal
    ) {
        let repository = try openRepository()
        let author = try keyring().author(for: repository.store)
        let names = try repository.personNames(own: author)
        return (repository, names, names.people.principal(of: author))
    }

    /// Notes who can read the target whatever is granted: everyone who can read a git remote.
    func noteReaders(of repository: Repository) {
        let remotes = ConfiguredRemote.all(of: repository.store)
            .filter { !$0.kind.restrictsReaders }.map(\.name.printable)
        if remotes.isEmpty { return }
        note(
            "a permission hides nothing: everyone who can read the remote \(listed(remotes)) can read all of this log"
        )
    }
}
