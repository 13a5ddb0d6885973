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

    /// Whether the owner, and who has been given it, alone may change it: a SHARE or UNSHARE told who may do what.
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
    /// Who has what of a task; nil for one without a SHARE or UNSHARE.
    package func access(to task: TaskID) -> SharedAccess? { tasks[task].map(access) }

    /// Who has what of a category; nil for one without a SHARE or UNSHARE.
    package func access(toCategory category: UUIDValue) -> SharedAccess? {
        categories[category].map(access)
    }

    /// The tasks with a SHARE or UNSHARE.
    package var sharedTasks: some Sequence<TaskID> { tasks.keys }

    /// The same for categories.
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
