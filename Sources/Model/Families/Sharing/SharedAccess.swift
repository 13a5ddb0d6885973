import RedoCrypto

/// Who has which permission for a task or category, by the whole log (docs/extensions.md, section 4): the permissions
/// of a node that has seen all others.
package struct SharedAccess: Sendable {
    /// The owner; nil for a task without a CREATE, and for a category without a creator.
    package let owner: Principal?
    /// The others to whom a SHARE granted something, or who were removed, by principal. A person whose keys differ has
    /// an entry for each key.
    package let entries: [Entry]

    /// The permission of a principal.
    package struct Entry: Sendable {
        package let principal: Principal
        /// The key that it is about; nil for the whole principal.
        package let user: UserID?
        /// The permission; nil for none.
        package let permission: Permission?
        /// The numbers of the SHAREs that give the permission, or of the UNSHARE that removed it, in the log.
        package let decidedBy: [Int]
    }

    /// Whether only the owner and those with a permission may change it: its CREATE closed it, or a SHARE or UNSHARE
    /// decided who may do what.
    package let isClosed: Bool

    init(owner: Principal?, entries: [Entry] = [], isClosed: Bool = false) {
        self.owner = owner
        self.entries = entries
        self.isClosed = isClosed
    }

    /// The access to a task or category that was never shared.
    package static func unshared(owner: Principal?) -> SharedAccess { SharedAccess(owner: owner) }

    /// Whether a SHARE or UNSHARE had an effect.
    package var isShared: Bool { !entries.isEmpty }

    /// The permission of a principal: the owner may do everything, and everyone may do everything with what is not
    /// shared.
    ///
    /// - Returns: nil for none. For a person whose keys differ, the minimum of their permissions.
    package func permission(of principal: Principal) -> Permission? {
        if principal == owner { return .admin }
        let permissions = entries.filter { $0.principal == principal }.map(\.permission)
        if permissions.contains(nil) { return nil }
        return permissions.compactMap { $0 }.min()
    }

    /// The principals with a permission, each once, with the minimum of their permissions.
    package var grants: [(principal: Principal, permission: Permission)] {
        var grants: [(principal: Principal, permission: Permission)] = []
        for entry in entries where !grants.contains(where: { $0.principal == entry.principal }) {
            if let permission = permission(of: entry.principal) {
                grants.append((entry.principal, permission))
            }
        }
        return grants
    }
}

extension Authority {
    /// Who has access to a task; nil for a task without a SHARE or UNSHARE that is not closed from the start.
    package func access(to task: TaskID) -> SharedAccess? {
        if let subject = tasks[task] { return access(subject) }
        return closer(of: task).map { SharedAccess(owner: $0, isClosed: true) }
    }

    /// Who has access to a category; nil for one without a SHARE or UNSHARE.
    package func access(toCategory category: UUIDValue) -> SharedAccess? {
        categories[category].map(access)
    }

    /// The tasks with a SHARE or UNSHARE, and those that are closed and have nodes of others than the owner.
    package var sharedTasks: some Sequence<TaskID> { tasks.keys }

    /// The permission of a key for a task, for a node that has seen all others; nil for none. Everyone may write to an
    /// open task, including its owner.
    package func permission(of key: PublicKey, for task: TaskID) -> Permission? {
        let identity = people.identity(of: .key(key))
        guard let subject = tasks[task] else {
            guard let closer = closer(of: task) else { return .write }
            return closer == identity.principal ? .admin : nil
        }
        if subject.sharing.isOwners(identity) { return .admin }
        return subject.sharing.witnesses.isEmpty
            ? .write : subject.sharing.present(identity).permission
    }

    /// Whether only the owner of a task and those with a permission may change it.
    package func isClosed(_ task: TaskID) -> Bool {
        if let subject = tasks[task] { return !subject.sharing.witnesses.isEmpty }
        return closer(of: task) != nil
    }

    /// Whether a task is closed from the start and a principal does not own it. SHAREs are not considered.
    package func isClosed(_ task: TaskID, to principal: Principal) -> Bool {
        closer(of: task).map { $0 != principal } ?? false
    }

    /// The categories with a SHARE or UNSHARE.
    package var sharedCategories: some Sequence<UUIDValue> { categories.keys }

    private func access(_ subject: SharedSubject) -> SharedAccess {
        let principals = Set(subject.sharing.names.map { people.principal(ofName: $0) })
        var entries: [SharedAccess.Entry] = []
        for principal in principals where principal != subject.owner {
            let keys = people.identities(of: principal)
            let all = keys.map { subject.sharing.present($0) }
            let isSame = all.allSatisfy {
                $0.permission == all[0].permission && $0.decidedBy == all[0].decidedBy
            }
            for (key, present) in zip(keys, all).prefix(isSame ? 1 : keys.count) {
                if present.permission == nil, present.decidedBy.isEmpty { continue }
                entries.append(
                    SharedAccess.Entry(
                        principal: principal, user: isSame ? nil : key.user,
                        permission: present.permission, decidedBy: present.decidedBy))
            }
        }
        return SharedAccess(
            owner: subject.owner, entries: entries.sorted(by: Self.isBefore),
            isClosed: !subject.sharing.witnesses.isEmpty)
    }

    private static func isBefore(_ left: SharedAccess.Entry, _ right: SharedAccess.Entry) -> Bool {
        let (name, other) = (left.principal.description, right.principal.description)
        if name != other { return name < other }
        return (left.user?.description ?? "") < (right.user?.description ?? "")
    }
}
