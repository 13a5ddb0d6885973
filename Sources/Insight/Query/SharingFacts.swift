import RedoJSON
import RedoModel

/// The owners of tasks, those with whom they are shared, and what names of tasks mean, for queries.
package struct SharingFacts: Sendable {
    private let people: People
    /// The principal of the user; nil without a key.
    private let own: Principal?
    /// The authors of the log.
    private let users: Set<UserID>
    private let grantees: [TaskID: Set<Principal>]
    /// The user's agents by their names.
    private let agents: [String: UserID]
    /// The tasks that each name in the query can mean.
    let tasks: [String: Set<TaskID>]

    /// - Parameters:
    ///   - grantees: the principals with a permission for each task, besides its owner.
    ///   - tasks: the tasks that each name in the query can mean.
    ///   - agents: the user's agents by their names.
    package init(
        people: People, own: Principal?, users: Set<UserID>,
        grantees: [TaskID: Set<Principal>], tasks: [String: Set<TaskID>] = [:],
        agents: [String: UserID] = [:]
    ) {
        self.agents = agents
        self.tasks = tasks
        self.people = people
        self.own = own
        self.users = users
        self.grantees = grantees
    }

    private static let smallestPrefix = 4

    /// All principals that a name means: `me`, the name of a person, an id or its prefix. Several persons of one name
    /// are all meant, since a query changes nothing.
    func principals(named name: String) -> Set<Principal> {
        if name == "me" { return own.map { [$0] } ?? [] }
        if let agent = agents[name] { return [principal(of: agent)] }
        let folded = FoldedText(name).bytes
        var found = Set<Principal>(
            people.persons.filter { FoldedText($0.name.utf8).bytes == folded }
                .map { .person($0.id) })
        let digits = name.lowercased()
        guard digits.utf8.count >= Self.smallestPrefix else { return found }
        for person in people.persons
        where person.id.description.hasPrefix(digits)
            || person.id.digest.hexadecimal.hasPrefix(digits)
            || person.devices.contains(where: { $0.key.hexadecimal.hasPrefix(digits) })
        {
            found.insert(.person(person.id))
        }
        for user in users where user.description.hasPrefix(digits) {
            found.insert(people.principal(of: user))
        }
        for names in grantees.values {
            for name in names where name.description.hasPrefix(digits) { found.insert(name) }
        }
        return found
    }

    /// True if all of some authors are among those of the log, so that there is no new author whom a name can mean.
    package func knows(_ authors: Set<UserID>) -> Bool { authors.isSubset(of: users) }

    /// The principal of a key.
    func principal(of user: UserID) -> Principal { people.principal(of: user) }

    func isOwned(_ task: TaskState, by owners: Set<Principal>) -> Bool {
        owners.contains(people.principal(of: task.owner))
    }

    /// The principals with a permission for a task, besides its owner.
    func grantees(of task: TaskID) -> Set<Principal> { grantees[task] ?? [] }
}

extension SharingFacts {
    /// The facts for a query that only names tasks.
    package init(tasks: [String: Set<TaskID>]) {
        self.init(people: .none, own: nil, users: [], grantees: [:], tasks: tasks)
    }
}

extension Query {
    /// The names of tasks in the query: the values of keys such as `parent:`.
    package func taskNames(_ fields: TaskFieldCatalog) -> Set<String> {
        var names: Set<String> = []
        _ = contains { part in
            if case .term(let term) = part, case .value(let name) = term.test,
                fields.field(key: term.key)?.form.namesTasks == true
            {
                names.insert(name)
            }
            return false
        }
        return names
    }

    /// True if a part of the query is about owners or sharing, so that it needs ``SharingFacts``.
    package var asksOfSharing: Bool {
        contains {
            guard case .term(let term) = $0 else { return false }
            return [QueryKey.owner, .sharedWith, .claimed].contains { $0.rawValue == term.key }
        }
    }
}
