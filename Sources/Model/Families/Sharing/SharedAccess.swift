import RedoCrypto

/// Who has which permission for a task or category, by the log as a whole (docs/extensions.md, section 4): what a
/// node would have that had seen all others.
package struct SharedAccess: Sendable {
    /// Nil for a task without a CREATE, and for a category that nothing made.
    package let owner: Principal?
    /// The others to whom a SHARE granted something, or who were removed, by principal. Of a person whose keys differ
    /// there is one for each key.
    package let entries: [Entry]

    /// What a principal has.
    package struct Entry: Sendable {
        package let principal: Principal
        /// The key that it is about; nil for all that the principal has.
        package let user: UserID?
        /// Nil for none.
        package let permission: Permission?
        /// The numbers of the SHAREs that give the permission, or of the UNSHARE that took it, in the log.
        package let decidedBy: [Int]
    }

    /// Whether the owner, and who has been given it, alone may change it: its CREATE closed it, or a SHARE or UNSHARE
    /// told who may do what.
    package let isClosed: Bool

    init(owner: Principal?, entries: [Entry] = [], isClosed: Bool = false) {
        self.owner = owner
        self.entries = entries
        self.isClosed = isClosed
    }

    /// Of a task or category that was never shared.
    package static func unshared(owner: Principal?) -> SharedAccess { SharedAccess(owner: owner) }

    /// Whether a SHARE or UNSHARE had an effect.
    package var isShared: Bool { !entries.isEmpty }

    /// What a principal may do: the owner everything, and all others with what is not shared.
    ///
    /// - Returns: nil for nothing. Of a person whose keys differ the least.
    package func permission(of principal: Principal) -> Permission? {
        if principal == owner { return .admin }
        let permissions = entries.filter { $0.principal == principal }.map(\.permission)
        if permissions.contains(nil) { return nil }
        return permissions.compactMap { $0 }.min()
    }

    /// Those who have a permission, each once, with the least of it.
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
    /// Who has what of a task; nil for one that no SHARE or UNSHARE is about, and that is not closed from the start.
    package func access(to task: TaskID) -> SharedAccess? {
        if let subject = tasks[task] { return access(subject) }
        return closer(of: task).map { SharedAccess(owner: $0, isClosed: true) }
    }

    /// Who has what of a category; nil for one without a SHARE or UNSHARE.
    package func access(toCategory category: UUIDValue) -> SharedAccess? {
        categories[category].map(access)
    }

    /// The tasks with a SHARE or UNSHARE, and those that are closed and that others than the owner wrote to.
    package var sharedTasks: some Sequence<TaskID> { tasks.keys }

    /// What a key may do with a task, as a node would have it that had seen all others; nil for nothing. Of a task that is
    /// open everyone may write, its owner as well.
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

    /// Whether the owner of a task, and who has been given it, alone may change it.
    package func isClosed(_ task: TaskID) -> Bool {
        if let subject = tasks[task] { return !subject.sharing.witnesses.isEmpty }
        return closer(of: task) != nil
    }

    /// Whether a task is closed from the start, and a principal does not own it. What a SHARE gives is not looked at.
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
