import RedoJSON
import RedoModel
import RedoSystem

extension TaskWriter {
    /// The permission that a principal will get.
    package typealias Grant = (grantee: Principal, permission: Permission)

    /// The maximum number of grants, and of grantees, of a node.
    private static let maximumGrantCount = 50

    /// Creates the SHAREs of a task.
    package mutating func add(sharesOf task: TaskID, _ grants: [Grant]) throws(RedoError) {
        for part in Self.parts(of: grants) {
            try add(familyNode: .share, of: task, [Self.member(part)])
        }
    }

    /// Creates the UNSHAREs of a task.
    ///
    /// - Parameter parents: the parents to use instead of the task's heads, so that nodes that the heads follow can
    ///   become void.
    package mutating func add(
        unsharesOf task: TaskID, _ grantees: [Principal], after parents: [Node]? = nil
    ) throws(RedoError) {
        for part in Self.parts(of: grantees) {
            if let parents {
                _ = try make(
                    .unshare, task, [Self.member(part)], after: parents, dialect: .fields)
            } else {
                try add(familyNode: .unshare, of: task, [Self.member(part)])
            }
        }
    }

    /// Creates the UNSHAREs, then the SHAREs of a category, each of which follows the one before.
    ///
    /// - Parameter heads: the category's.
    package mutating func add(
        sharingOf category: UUIDValue, after heads: [Node], removing grantees: [Principal],
        granting grants: [Grant]
    ) throws(RedoError) {
        var heads = heads
        let id = JSONMember("categoryId", .string(JSONString(category.text)))
        for part in Self.parts(of: grantees) {
            heads = [
                try add(categoryNode: .unshare, after: heads, [id, Self.member(part)])
            ]
        }
        for part in Self.parts(of: grants) {
            heads = [try add(categoryNode: .share, after: heads, [id, Self.member(part)])]
        }
    }

    private static func parts<Element>(of all: [Element]) -> [ArraySlice<Element>] {
        stride(from: 0, to: all.count, by: maximumGrantCount).map {
            all[$0..<min(all.count, $0 + maximumGrantCount)]
        }
    }

    private static func member(_ grants: ArraySlice<Grant>) -> JSONMember {
        let values = grants.map { grant -> JSONValue in
            [
                "grantee": .string(JSONString("\(grant.grantee)")),
                "permission": .string(JSONString(grant.permission.name)),
            ]
        }
        return JSONMember("grants", .array(values))
    }

    private static func member(_ grantees: ArraySlice<Principal>) -> JSONMember {
        JSONMember("grantees", .array(grantees.map { .string(JSONString("\($0)")) }))
    }
}

extension TaskWriter {
    /// The tasks whose category the new nodes set, each with the last one, in the order of the nodes.
    fileprivate var filedTasks: [(task: TaskID, category: UUIDValue)] {
        var categories: [TaskID: UUIDValue] = [:]
        var order: [TaskID] = []
        for node in nodes where node.action == .create || node.action == .update {
            guard let task = node.taskID, let value = node.fields?["category"] else { continue }
            if !order.contains(task) { order.append(task) }
            categories[task] = value.withCharacters { UUIDValue(text: $0) } ?? nil
        }
        return order.compactMap { task in categories[task].map { (task, $0) } }
    }
}

extension Repository {
    /// Adds the grants of a shared category to the tasks that were made in it or moved into it (docs/extensions.md,
    /// section 4), and the owner of the category as an admin.
    ///
    /// - Complexity: constant for a packed log without nodes of sharing.
    func shareFiledTasks(_ writer: inout TaskWriter) throws(RedoError) {
        guard !writer.nodes.isEmpty, let log = authorityLog(writer) else { return }
        let filed = writer.filedTasks
        guard !filed.isEmpty, let authority = log.authority(rule(.local)) else { return }
        let own = authority.people.principal(of: writer.identity.author)
        let owners = writer.owners(of: Set(filed.map(\.task)))
        var (sharedCount, keptCount) = (0, 0)
        for (task, category) in filed {
            guard let access = authority.access(toCategory: category) else { continue }
            // The log of the writer may lack what says whose device a key is.
            let owner = owners[task].map { owner in
                guard case .user(let user) = owner else { return owner }
                return authority.people.principal(of: user)
            }
            let known = writer.access(to: task)
            let grants = access.grantsForTasks.filter { grant in
                guard grant.grantee != owner else { return false }
                return known?.permission(of: grant.grantee).map { $0 < grant.permission } ?? true
            }
            if grants.isEmpty { continue }
            guard owner == own || known?.permission(of: own) == .admin else {
                keptCount += 1
                continue
            }
            try writer.add(sharesOf: task, grants)
            sharedCount += 1
        }
        if sharedCount > 0 {
            writer.notes.append("\(counted(sharedCount, "task")) shared as the category is")
        }
        if keptCount > 0 {
            writer.notes.append(
                "\(counted(keptCount, "task")) not shared as the category is: only an owner or admin of a task may"
            )
        }
    }
}

extension Repository {
    /// Closes new tasks whose CREATE cannot express it: a SHARE by the owner closes a task, and one to the owner
    /// grants nothing (docs/extensions.md, section 4).
    ///
    /// - Complexity: O(m) for m new nodes.
    func closeNewTasks(_ writer: inout TaskWriter) throws(RedoError) {
        guard writer.closesTasks, writer.dialect == .payload, writer.isSigning,
            writer.identity.author.publicKey != nil
        else { return }
        let shared = Set(writer.nodes.filter { $0.action == .share }.compactMap(\.taskID))
        for node in writer.nodes where node.action == .create && node.dialect == .payload {
            guard let task = node.taskID, !shared.contains(task) else { continue }
            try writer.add(closingShareOf: task)
        }
    }
}

extension TaskWriter {
    /// Creates the SHARE by which the owner of a task closes it: it grants the owner what the owner has already.
    package mutating func add(closingShareOf task: TaskID) throws(RedoError) {
        let own = log.replay.authority.people.principal(of: identity.author)
        try add(sharesOf: task, [(grantee: own, permission: .admin)])
    }
}

extension SharedAccess {
    /// The grants that writers add to the tasks of a category: its own, and all permissions for its owner.
    package var grantsForTasks: [TaskWriter.Grant] {
        if grants.isEmpty { return [] }
        return grants.map { (grantee: $0.principal, permission: $0.permission) }
            + (owner.map { [(grantee: $0, permission: Permission.admin)] } ?? [])
    }
}
