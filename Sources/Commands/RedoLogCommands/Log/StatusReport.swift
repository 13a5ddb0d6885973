import RedoCheckpoints
import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoExchange
import RedoInsight
import RedoJSON
import RedoModel
import RedoReplica
import RedoRepository
import RedoStore
import RedoSystem

/// The report of `redo status`.
struct StatusReport {
    private let store: Store
    private let origin: StoreLocation.Origin
    private let author: Author?
    private let people: People
    /// Why there is no author.
    private let authorError: RedoError?
    private let device: JSONString
    private let objects: (loose: Int, packed: Int, packs: Int)
    private let taskCount: Int
    private let ids: [TaskID]
    private let openCount: Int
    private let overdueCount: Int
    private let diverged: [(task: TaskState, heads: Int)]
    private let remotes: [RemoteStatus]
    /// The last exchange with each remote that had one.
    private let exchanges: [String: SyncRecord]
    /// The needs of rooms that concern the user.
    private let rooms: [RoomNeed]
    private let now: Instant
    /// Says whose a key is.
    private let keyText: (PublicKey) -> String
    /// Nodes whose authors no signature proves; nil if they cannot be counted.
    private let unsignedCount: Int?
    /// What the store must have by its own records, and has not.
    private let expected: ExpectedNodes
    /// The number of nodes that are left out of what is shown, and of their authors; nil if no author is ignored.
    private let ignored: (authors: Int, nodes: Int)?
    /// The number of persons that are ignored.
    private let ignoredPersonCount: Int
    private let revocations: KeyRevocations

    init(_ context: borrowing CommandContext) throws(RedoError) {
        let location = try context.storeLocation()
        origin = location.origin
        let store = try context.openStore(at: location)
        self.store = store
        device = try context.home.deviceID(for: store)
        do throws(RedoError) {
            author = try context.keyring().author(for: store)
            authorError = nil
        } catch {
            author = nil
            authorError = error
        }
        expected = try store.noteMissingNodes()
        let count = try store.objectCount()
        objects = (count.loose, count.packed, count.packs)
        let repository = context.repository(store)
        unsignedCount = try repository.unsignedCount()
        people = try repository.people()
        let users = store.configuration.ignoredAuthors
        if users.isEmpty {
            ignored = nil
        } else {
            let authors = try repository.authors()
            ignored = (users.count, users.reduce(0) { $0 + authors.nodeCount(of: $1) })
        }
        ignoredPersonCount = store.configuration.ignoredPersons.count
        revocations = KeyRevocations(people, own: author?.publicKey)
        let now = try context.now()
        let heads = try repository.heads()
        let indices = heads.divergedIndices
        let open = try repository.withListedTasks(areOpen: true) { tasks throws(TaskDamage) in
            try OpenTasks(tasks, diverged: indices.map { heads.tasks[$0] }, at: now)
        }
        taskCount = open.allCount
        ids = open.ids
        openCount = open.count
        overdueCount = open.overdueCount
        let tasks: [TaskState?]
        if let diverged = open.diverged {
            tasks = diverged
        } else {
            let state = try repository.tasks().state
            tasks = indices.map { state[heads.tasks[$0]] }
        }
        diverged = zip(indices, tasks).compactMap { index, task in
            task.map { (task: $0, heads: heads.heads(at: index).count) }
        }
        remotes = try RemoteStatus.all(of: store)
        exchanges = store.syncRecords().reduce(into: [:]) { $0[$1.remote] = $1 }
        rooms = try context.roomNeeds(repository, at: now).filter { $0.reminder.moment <= now }
        self.now = now
        keyText =
            remotes.contains { !$0.findings.isEmpty } ? repository.keyTexts() : { $0.hexadecimal }
    }

    /// The figures of the open tasks.
    private struct OpenTasks {
        let allCount: Int
        let ids: [TaskID]
        /// The number of open tasks that a list shows: they are not hidden until later.
        let count: Int
        let overdueCount: Int
        /// The tasks that have diverged; nil if one of them is not open.
        let diverged: [TaskState]?

        init(
            _ tasks: ListedTasks, diverged: [TaskID], at now: Instant
        ) throws(TaskDamage) {
            allCount = tasks.allCount
            ids = tasks.ids
            let counts = try tasks.parts { range throws(TaskDamage) in
                var counts = OpenCounts(at: now, LocalCalendar(.local))
                try tasks.forEach(in: range) { _, task in counts.add(task) }
                return counts
            }
            count = counts.reduce(0) { $0 + $1.open }
            overdueCount = counts.reduce(0) { $0 + $1.overdue }
            let numbers = diverged.compactMap { tasks.number(of: $0) }
            self.diverged = numbers.count == diverged.count ? try tasks.tasks(at: numbers) : nil
        }
    }

    /// The maximum number of refused documents of a remote that are named.
    private static let maximumRejectedCount = 10

    private var originText: String {
        switch origin {
        case .named: "named"
        case .discovered: "found from here upwards"
        case .home: "your personal store"
        }
    }

    func text(_ context: borrowing CommandContext) -> String {
        var text = ""
        func add(_ name: String, _ value: String) {
            text += name + String(repeating: " ", count: max(1, 10 - name.count)) + value + "\n"
        }
        add("store", "\(store.path.printable) (\(originText))")
        if let author {
            let name = people.name(of: author).map { "\($0) " } ?? ""
            add("identity", "\(name)\(author.userID), on \(device.printable)")
        } else {
            add("identity", "none, on \(device.printable)")
        }
        for line in revocations.lines { add("revoked", line) }
        add(
            "nodes",
            "\(objects.loose) loose, \(objects.packed) in \(counted(objects.packs, "pack"))")
        if !expected.isWhole { add("missing", expected.summary) }
        if let unsignedCount, unsignedCount > 0 {
            let pronoun = unsignedCount == 1 ? "it" : "them"
            add(
                "unsigned", "\(counted(unsignedCount, "node")): nothing proves who wrote \(pronoun)"
            )
        }
        if let ignored {
            add(
                "ignored",
                "\(counted(ignored.nodes, "node")) of \(counted(ignored.authors, "author"))")
        }
        if ignoredPersonCount > 0 {
            add("ignored", "the statements about \(counted(ignoredPersonCount, "person"))")
        }
        let overdue = context.styled(
            "\(overdueCount) overdue", overdueCount > 0 ? .red : .bold)
        add("tasks", "\(openCount) open (\(overdue)), \(taskCount - openCount) others")
        if diverged.isEmpty { add("heads", "no task has diverged") }
        for (task, heads) in diverged {
            add(
                "heads",
                "\(shortestPrefix(of: task.id, inSorted: ids)) \(task.title.printable) has diverged: "
                    + "\(heads) heads")
        }
        for need in rooms { add("room", need.text) }
        if remotes.isEmpty { add("remotes", "none") }
        for remote in remotes {
            add("remote", "\(remote.name.printable) \(remote.url.printable): \(remote.text)")
            for finding in remote.findings {
                add("", finding.line(at: now, isCopied: remote.isCopied, keyText).printable)
            }
            if let exchange = exchanges[remote.name], exchange.failure != nil {
                add("sync", SyncListing.line(of: exchange))
            }
            for document in remote.rejected.prefix(Self.maximumRejectedCount) {
                add("refused", "from \(remote.name.printable): \(document.line)")
            }
            if remote.rejected.count > Self.maximumRejectedCount {
                let rest = remote.rejected.count - Self.maximumRejectedCount
                add("refused", "from \(remote.name.printable): and \(rest) more")
            }
        }
        return text
    }

    /// The commands that lead on.
    var hints: [String] {
        var hints = authorError?.hints ?? []
        hints += revocations.hints
        if !expected.isWhole { hints.append("'redo fsck' says what is missing, and what helps") }
        if !diverged.isEmpty { hints.append("'redo merge' joins the heads of diverged tasks") }
        hints += rooms.map { "'\($0.command)': \($0.text)" }
        for remote in remotes where remote.isAccused(at: now) {
            hints.append(
                "nothing that this store has is lost; 'redo remote verify \(remote.name)' looks at \(remote.name) again"
            )
        }
        for remote in remotes where remote.unpushed != 0 {
            hints.append("'redo push \(remote.name)' sends what it lacks")
        }
        for remote in remotes where remote.refused > 0 {
            hints.append(
                "'redo remote show --porcelain \(remote.name)' lists what was refused there")
        }
        for remote in remotes where !remote.rejected.isEmpty {
            hints.append(
                "'redo remote show \(remote.name)' lists all documents there that are refused here, until they are gone "
                    + "from there")
        }
        if ignored != nil { hints.append("'redo ignore' lists the authors who are ignored") }
        if ignored == nil, ignoredPersonCount > 0 {
            hints.append("'redo ignore' lists the persons that are ignored")
        }
        if taskCount == 0 { hints.append("'redo add \"Buy milk\" --due tomorrow' adds a task") }
        return hints
    }

    var json: JSONValue {
        func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
        func number(_ number: Int) -> JSONValue { .number(Double(number)) }
        return [
            "device": .string(device),
            "diverged": .array(
                diverged.map { ["heads": number($0.heads), "task": text($0.task.id.description)] }),
            "missing": [
                "nodes": number(expected.leastCount),
                "records": .array(expected.records.map(text)),
            ],
            "nodes": [
                "ignored": number(ignored?.nodes ?? 0), "loose": number(objects.loose),
                "packed": number(objects.packed),
                "packs": number(objects.packs), "unsigned": unsignedCount.map(number) ?? .null,
            ],
            "remotes": .array(
                remotes.map { remote in
                    [
                        "devices": .array(remote.devices.map(text)),
                        "lastFetch": remote.lastFetch.map {
                            text(Instant(milliseconds: Int64($0) * 1000).wallText)
                        } ?? .null,
                        "lastSync": exchanges[remote.name]?.json ?? .null,
                        "name": text(remote.name), "refused": number(remote.refused),
                        "rejected": .array(
                            remote.rejected.map {
                                [
                                    "code": text($0.code.rawValue), "detail": text($0.detail),
                                    "path": text($0.path),
                                ]
                            }),
                        "unpushed": remote.unpushed.map(number) ?? .null,
                        "url": text(remote.url), "waiting": number(remote.waiting),
                        "withheld": .array(
                            remote.findings.map {
                                $0.report(at: now, isCopied: remote.isCopied, keyText)
                            }),
                    ]
                }),
            "revocations": revocations.json,
            "rooms": .array(
                rooms.map {
                    [
                        "kind": text($0.kind.rawValue),
                        "room": text($0.reminder.room.description),
                        "since": text($0.reminder.moment.wallText), "title": text($0.title),
                    ]
                }),
            "store": text(store.path),
            "tasks": [
                "all": number(taskCount), "open": number(openCount),
                "overdue": number(overdueCount),
            ],
            "userId": author.map { text($0.userID.description) } ?? .null,
        ]
    }
}

extension ExpectedNodes {
    /// What is missing, for people.
    fileprivate var summary: String {
        var parts: [String] = []
        if !hasAllNodes {
            parts.append("at least \(counted(leastCount, "node")) that this store had")
        }
        if !records.isEmpty { parts.append(counted(records.count, "record")) }
        return listed(parts)
    }
}

extension RemoteStatus {
    /// True if something is held against it.
    fileprivate func isAccused(at now: Instant) -> Bool {
        findings.contains { $0.isAccusation(at: now, isCopied: isCopied) }
    }

    /// For people.
    fileprivate var text: String {
        var unpushed = "the number of unpushed nodes is not known"
        if let count = self.unpushed {
            unpushed =
                count > 0
                ? "\(counted(count, "node")) not pushed"
                : refused > 0 ? "everything else pushed" : "everything pushed"
        }
        let refusals = refused == 0 ? "" : ", \(counted(refused, "node")) refused there"
        let rejections =
            rejected.isEmpty
            ? "" : ", \(counted(rejected.count, "document")) there refused here"
        let orphans =
            waiting == 0 ? "" : ", \(counted(waiting, "node")) from there waiting for a parent"
        let seen =
            devices.isEmpty
            ? "" : "; seen there: " + listed(devices.map(\.printable))
        let fetch = lastFetch.map {
            "; \(lastFetchEvent) \(localText(Instant(milliseconds: Int64($0) * 1000)))"
        }
        return unpushed + refusals + rejections + orphans + seen + (fetch ?? "")
    }
}
