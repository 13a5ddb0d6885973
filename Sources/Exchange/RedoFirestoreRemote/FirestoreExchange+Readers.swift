import RedoExchange
import RedoFirestore
import RedoModel
import RedoReplica
import RedoRepository
import RedoStore
import RedoSystem

extension FirestoreExchange {
    /// The readers of each node: those with a permission for a shared task or category, and the participants of a room,
    /// if their account is known.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read; wrong usage for an account of no person and no key.
    func readers() throws(RedoError) -> NodeReaders {
        let own = client.address.url.uid
        let accounts = try KnownAccounts(store.configuration)
        // In the other layout the documents are in the user's own collection.
        guard client.address.url.layout == .nodes, !accounts.isEmpty else {
            return NodeReaders(own: own)
        }
        let authority = try session.repository.sharedLog().authority
        func uids(_ access: SharedAccess?) -> Set<String> {
            guard let access, !access.grants.isEmpty else { return [] }
            let principals = access.grants.map(\.principal) + (access.owner.map { [$0] } ?? [])
            return Set(principals.flatMap { accounts.uids(of: $0, authority.people) })
        }
        var subjects: [Subject: Set<String>] = [:]
        for task in authority.sharedTasks {
            subjects[.task(task)] = uids(authority.access(to: task))
        }
        for category in authority.sharedCategories {
            subjects[.category(category)] = uids(authority.access(toCategory: category))
        }
        // The participants of a room are fixed when it is opened, and only they read it.
        for room in try session.repository.rooms().rooms {
            subjects[.room(room.id)] = Set(
                room.roster.participants.flatMap {
                    accounts.uids(of: $0.principal, authority.people)
                })
        }
        return NodeReaders(own: own, subjects: subjects)
    }

    /// Lets users who received a permission since the last push read the nodes that are already in the replica.
    ///
    /// - Complexity: constant if no account is known or nothing was shared since; otherwise O(n) for n nodes, which are
    ///   read.
    mutating func openToReaders(_ readers: NodeReaders) throws(RedoError) {
        guard !readers.isEmpty else { return }
        let log = try session.repository.wholeLog(.whole)
        let known = record.readers
        var now: [String: [String]] = [:]
        var opened: [(id: NodeID, uids: [String])] = []
        for node in log.nodes {
            let uids = readers.others(of: node)
            guard !uids.isEmpty, let key = node.readersKey else { continue }
            now[key] = uids
            let missing = uids.filter { !(known[key] ?? []).contains($0) }
            if !missing.isEmpty, record.nodes.contains(node.id) {
                opened.append((node.id, missing))
            }
        }
        guard now != known else { return }
        do throws(RedoError) {
            try FirestorePush(client, listsNodes: false).open(opened)
        } catch {
            // New nodes are sent anyway, and the next push tries this again.
            session.warn(
                error.code,
                "\(name) does not let others read what was shared and is there: \(error.message)")
            return
        }
        record.readers = now
        try keep { (record) throws(SystemError) in try record.save() }
        if !opened.isEmpty {
            session.note("\(counted(opened.count, "node")) there can now be read by others")
        }
    }
}

extension Node {
    /// The key of the node's readers in the record of a replica.
    fileprivate var readersKey: String? {
        switch subject {
        case .task(let id): "task:\(id)"
        case .category(let id): "category:\(id.text)"
        case .person, nil: "persons"
        case .room(let id): "room:\(id)"
        }
    }
}

/// The accounts of persons and keys, as the user's own configuration has them: `account.ID.uid`.
struct KnownAccounts {
    private var uids: [Principal: Set<String>] = [:]

    /// A store cannot configure accounts: its creator could add an account that reads along.
    ///
    /// - Throws: wrong usage for what is neither the id of a person nor a userId.
    init(_ configuration: LayeredConfiguration) throws(RedoError) {
        for layer in configuration.layers where !layer.origin.isStore {
            for entry in layer.entries
            where entry.name.section == "account" && entry.name.key == "uid" {
                guard let id = entry.name.subsection, let uid = entry.value, !uid.isEmpty else {
                    continue
                }
                guard let principal = Principal(text: Array(id.utf8).span) else {
                    throw .usage(
                        "account.\(id).uid: '\(id)' is neither the id of a person nor a userId",
                        hints: ["'redo shares --json' shows the ids of grantees"])
                }
                uids[principal, default: []].insert(uid)
            }
        }
    }

    var isEmpty: Bool { uids.isEmpty }

    /// The uids of a principal; for a person also those of the person's keys.
    func uids(of principal: Principal, _ people: People) -> Set<String> {
        var found = uids[principal] ?? []
        guard case .person(let id) = principal else { return found }
        for device in people[id]?.devices ?? [] where device.revoked == nil {
            found.formUnion(uids[.user(UserID(device.key))] ?? [])
        }
        return found
    }
}
