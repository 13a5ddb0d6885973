import RedoJSON

/// Who may do what, decided by the log alone (docs/extensions.md, sections 3 and 4): the persons, the owners of tasks,
/// and the void nodes.
///
/// A log without nodes of people or sharing, and with at most one CREATE per task, is decided by columns. So are tasks
/// that are closed from the start, as long as only their owner writes to them.
package struct Authority: Sendable {
    package let people: People
    /// The reasons of the void nodes that have a task, and of void SHAREs and UNSHAREs.
    package let voids: [Int: VoidReason]
    /// The categories with a SHARE or UNSHARE.
    let categories: [UUIDValue: SharedSubject]
    /// The tasks with a SHARE or UNSHARE, and those that are closed and have nodes of others.
    let tasks: [TaskID: SharedSubject]
    /// The closed tasks; nil if only SHAREs can close a task.
    private let closed: ClosedTasks?

    /// The authority of a log in which nothing is void.
    package static var none: Authority { Authority(people: .none) }

    private init(
        people: People, voids: [Int: VoidReason] = [:],
        categories: [UUIDValue: SharedSubject] = [:],
        tasks: [TaskID: SharedSubject] = [:], closed: ClosedTasks? = nil
    ) {
        self.people = people
        self.voids = voids
        self.categories = categories
        self.tasks = tasks
        self.closed = closed
    }

    /// - Parameters:
    ///   - facts: those of all nodes, none of them ignored.
    ///   - persons: the persons whose statements have no effect.
    /// - Returns: nil if a required node cannot be read.
    /// - Complexity: O(n) for n nodes by columns; see ``People`` and ``Sharing`` for the rest.
    package init?(
        _ facts: LogFacts, ignoring persons: Set<NodeID> = [], reading reader: some NodeReader
    ) {
        guard let people = People(facts, ignoring: persons, reading: reader) else { return nil }
        self.init(facts, people, reading: reader)
    }

    /// - Parameters:
    ///   - facts: those of all nodes, or of everything about some tasks; none of them ignored.
    ///   - people: the persons of all nodes.
    /// - Returns: nil if a required node cannot be read.
    package init?(_ facts: LogFacts, _ people: People, reading reader: some NodeReader) {
        let columns = facts.columns
        let shareNumbers = columns.numbers { SharingActions.definition(of: $0) != nil }
        guard let shares = shareNumbers, let closing = columns.closingCreates()
        else { return nil }
        let repeated = facts.repeatedCreates
        if people.cutOff.isEmpty, shares.isEmpty, repeated.isEmpty, closing.isEmpty {
            self.init(people: people)
            return
        }
        guard let nodes = reader.nodes(Set(shares).union(repeated.joined())),
            let authors = columns.authors()
        else { return nil }
        var judging = Judging(facts, people, nodes, authors)
        judging.noteCutOff(isShare: Set(shares).contains)
        guard judging.noteCreates(repeated, shares, closing, reader) else { return nil }
        judging.readShares(shares)
        judging.judgeTasks(Set(shares))
        guard let categories = judging.categories(reader) else { return nil }
        self.init(
            people: people, voids: judging.voids, categories: categories, tasks: judging.tasks,
            closed: judging.closed)
    }

    /// The principal who closed a task from the start; nil for any other task.
    func closer(of task: TaskID) -> Principal? {
        closed?.author(of: task).map { people.identity(of: $0).principal }
    }

    /// The principal that owns a task; nil if it has no owner.
    ///
    /// - Parameter creates: its CREATEs, in replay order.
    package func owner(
        among creates: [Int], _ facts: LogFacts, _ nodes: some NodeLookup
    ) -> Principal? {
        Ownership(creates, facts, isCutOff: { people.cutOff[nodes[$0].id] != nil }) { nodes[$0] }
            .owner.map { people.principal(of: nodes[$0].author) }
    }

    /// The nodes that a new node about a category follows; nil for a category without SHAREs.
    func heads(ofCategory category: UUIDValue) -> [Int]? {
        categories[category].map(\.heads)
    }

    /// The void nodes of the family `effective`, in replay order.
    package func voidNodes(_ id: (_ number: Int) -> NodeID) -> [VoidNode] {
        voids.sorted { $0.key < $1.key }.map {
            VoidNode(number: $0.key, id: id($0.key), reason: $0.value)
        }
    }
}

/// The judgement of a log, step by step.
private struct Judging {
    let facts: LogFacts
    let people: People
    var nodes: [Int: Node]
    var voids: [Int: VoidReason] = [:]
    /// By the graph's number of a task with a SHARE or UNSHARE, its owner.
    private var owners: [Int: Principal] = [:]
    private var shares: [Int: [ShareNode]] = [:]
    private var categoryShares: [UUIDValue: [ShareNode]] = [:]
    private(set) var tasks: [TaskID: SharedSubject] = [:]
    private(set) var closed: ClosedTasks?
    private let authors: LogAuthors
    private var identities: [Identity?]

    init(_ facts: LogFacts, _ people: People, _ nodes: [Int: Node], _ authors: LogAuthors) {
        self.facts = facts
        self.people = people
        self.nodes = nodes
        self.authors = authors
        identities = Array(repeating: nil, count: authors.keys.count)
    }

    private var graph: LogGraph { facts.graph }

    /// The author of a node, from the columns.
    private mutating func author(of number: Int) -> Identity {
        identity(ofAuthor: authors.number(of: number))
    }

    private mutating func identity(ofAuthor index: Int) -> Identity {
        if let known = identities[index] { return known }
        let identity = people.identity(of: authors.keys[index])
        identities[index] = identity
        return identity
    }

    mutating func noteCutOff(isShare: (Int) -> Bool) {
        for (id, revocation) in people.cutOff {
            guard let number = graph.number(of: id),
                graph.task(of: number) != nil || isShare(number)
            else { continue }
            voids[number] = .cutOff(by: revocation)
        }
    }

    /// Finds the owners of shared tasks, the tasks that are closed from the start, and the CREATEs of a task besides
    /// one that certifies its id.
    mutating func noteCreates(
        _ repeated: [[Int]], _ shareNumbers: [Int], _ closing: [Int], _ reader: some NodeReader
    ) -> Bool {
        let shared = Set(shareNumbers.compactMap { graph.task(of: $0) })
        var creates: [Int: [Int]] = [:]
        for numbers in repeated {
            if let task = numbers.first.flatMap({ graph.task(of: $0) }) { creates[task] = numbers }
        }
        if !shared.isEmpty {
            for (number, role) in facts.roles.enumerated() where role == .create {
                guard let task = graph.task(of: number), shared.contains(task),
                    creates[task] == nil
                else { continue }
                creates[task] = [number]
            }
        }
        // For a single CREATE only the author matters, unless it is cut off.
        let further = creates.values.filter { $0.count == 1 }.map { $0[0] }
            .filter { voids[$0] != nil }
        guard let read = reader.nodes(Set(further)) else { return false }
        nodes.merge(read) { first, _ in first }
        for (task, numbers) in creates {
            let ownership = Ownership(numbers, facts, isCutOff: { voids[$0] != nil }) { nodes[$0] }
            if let owner = ownership.owner { owners[task] = author(of: owner).principal }
            guard let certifying = ownership.certifying else { continue }
            for number in numbers where number != ownership.original && voids[number] == nil {
                voids[number] =
                    ownership.original.map { .otherOriginal($0) } ?? .notTheOwners(certifying)
            }
        }
        // All CREATEs of a task except the one that creates it are void by now.
        closed = ClosedTasks(closing, in: graph, authors) { voids[$0] == nil }
        return true
    }

    /// Reads the SHAREs and UNSHAREs; those that are malformed, unsigned or cut off are skipped.
    mutating func readShares(_ numbers: [Int]) {
        for number in numbers {
            guard let node = nodes[number],
                let definition = SharingActions.definition(of: node.action)
            else { continue }
            let fields = node.fields
            if let fault = definition.fault(in: node, fields: fields) {
                voids[number] = fault
            } else if voids[number] == nil, let fields {
                let share = ShareNode(number, node, by: author(of: number), fields)
                if let task = graph.task(of: number) {
                    shares[task, default: []].append(share)
                } else if let category = fields.uuid("categoryId") {
                    categoryShares[category, default: []].append(share)
                }
            }
        }
    }

    /// Judges the tasks with a SHARE or UNSHARE, and those that are closed and have nodes of others.
    ///
    /// - Parameter sharing: the SHAREs and UNSHAREs.
    mutating func judgeTasks(_ sharing: Set<Int>) {
        let closed = closed
        let contested = closed?.contested { identity(ofAuthor: $0).principal } ?? []
        for task in contested where shares[task] == nil { shares[task] = [] }
        if shares.isEmpty { return }
        let ancestry = TaskAncestry(graph)
        var numbers: [Int: [Int]] = shares.mapValues { _ in [] }
        for number in 0..<graph.count {
            if let task = graph.task(of: number), numbers[task] != nil {
                numbers[task]?.append(number)
            }
        }
        for (task, shares) in shares {
            let all = numbers[task] ?? []
            var (shares, owner) = (shares, owners[task])
            if let create = closed?.create(of: task) {
                let author = author(of: create)
                owner = author.principal
                let index = shares.firstIndex { $0.number > create } ?? shares.endIndex
                shares.insert(ShareNode(closing: create, by: author), at: index)
            }
            let subject = SharedSubject(
                shares, owner: owner, numbers: all,
                members: { number in
                    sharing.contains(number)
                        ? nil
                        : SharedSubject.Member(author: author(of: number), needed: .write)
                }, nearest: ancestry.nearest)
            voids.merge(subject.reasons) { first, _ in first }
            tasks[graph.taskIDs[task]] = subject
        }
    }

    /// The categories with SHAREs; nil if a node cannot be read.
    mutating func categories(_ reader: some NodeReader) -> [UUIDValue: SharedSubject]? {
        if categoryShares.isEmpty { return [:] }
        guard let numbers = facts.columns.numbers(withAction: { $0.isOfCategory }),
            let read = reader.nodes(Set(numbers))
        else { return nil }
        var makers = Makers()
        var changes: [UUIDValue: [(number: Int, needed: Permission)]] = [:]
        for number in numbers {
            guard let node = read[number], people.cutOff[node.id] == nil,
                let (_, verb, definition) = OrganisationActions.effect(of: node.action)
            else { continue }
            let fields = node.fields
            guard definition.mistake(in: node, fields: fields) == nil, let fields,
                let category = fields.uuid("categoryId")
            else { continue }
            switch verb {
            case .make:
                makers.claim(
                    OwnedThing(kind: .category, id: category), number: number, node, fields)
            case .change: changes[category, default: []].append((number, .write))
            case .remove: changes[category, default: []].append((number, .admin))
            }
        }
        var owners: [UUIDValue: Principal] = [:]
        var numbersOfMakers: [UUIDValue: Int] = [:]
        for (category, shares) in categoryShares {
            let maker = makers[OwnedThing(kind: .category, id: category)]
            for share in shares where maker.map({ $0.number > share.number }) ?? true {
                voids[share.number] = .unknownCategory
            }
            owners[category] = maker.map { author(of: $0.number).principal }
            numbersOfMakers[category] = maker?.number
        }
        return judgeCategories(owners, numbersOfMakers, changes)
    }

    private mutating func judgeCategories(
        _ owners: [UUIDValue: Principal], _ makers: [UUIDValue: Int],
        _ changes: [UUIDValue: [(number: Int, needed: Permission)]]
    ) -> [UUIDValue: SharedSubject] {
        let categories = Array(categoryShares.keys)
        var subjects = Array(repeating: LogGraph.none, count: graph.count)
        for (index, category) in categories.enumerated() {
            for share in categoryShares[category] ?? [] { subjects[share.number] = Int32(index) }
            for change in changes[category] ?? [] { subjects[change.number] = Int32(index) }
        }
        let ancestry = TaskAncestry(graph, subjects: subjects, count: categories.count)
        for (index, category) in categories.enumerated() {
            if let maker = makers[category] { subjects[maker] = Int32(index) }
        }
        let ancestryWithMakers = TaskAncestry(graph, subjects: subjects, count: categories.count)
        var judged: [UUIDValue: SharedSubject] = [:]
        for category in categories {
            let shares = (categoryShares[category] ?? []).filter { voids[$0.number] == nil }
            var members: [Int: SharedSubject.Member] = [:]
            for change in changes[category] ?? [] {
                members[change.number] = SharedSubject.Member(
                    author: author(of: change.number), needed: change.needed)
            }
            let all = (shares.map(\.number) + members.keys).sorted()
            var subject = SharedSubject(
                shares, owner: owners[category], numbers: all, members: { members[$0] },
                nearest: ancestry.nearest)
            subject.findHeads(
                of: all, maker: makers[category], nearest: ancestryWithMakers.nearest)
            judged[category] = subject
            for share in shares { voids[share.number] = subject.reasons[share.number] }
        }
        return judged
    }
}

extension JSONElement {
    fileprivate func uuid(_ name: StaticString) -> UUIDValue? {
        self[name]?.withCharacters { UUIDValue(text: $0) } ?? nil
    }
}
