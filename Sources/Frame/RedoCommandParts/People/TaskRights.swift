import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What the user may do with the tasks of a log, and what others share with them.
///
/// It decides before something is written what ``TaskWriter`` would refuse, so that people are told why not.
package struct TaskRights {
    private let authority: Authority
    private let node: (_ number: Int) -> Node?
    private let names: PersonNames
    private let own: Principal?

    /// - Throws: ``RedoError`` if the log cannot be read.
    package init(
        _ context: borrowing CommandContext, _ repository: Repository
    ) throws(RedoError) {
        names = try context.personNames(repository)
        own = names.ownPrincipal
        (authority, node) = try repository.answer(.local) {
            (log, rule) throws(RedoError) -> (Authority, (Int) -> Node?)? in
            guard let index = log.index, let authority = log.authority(rule) else { return nil }
            let reader = LogIndexReader(index)
            return (authority, { reader.node($0) })
        }
    }

    /// Why the user may not do something with a task, as the end of a sentence; nil if they may.
    ///
    /// - Parameter needed: `write` to change the task, `admin` to share it.
    package func reason(against needed: Permission, on task: TaskID) -> String? {
        guard let own, let access = authority.access(to: task), access.isClosed else { return nil }
        let permission = access.permission(of: own)
        if let permission, permission >= needed { return nil }
        let entry = access.entries.first { $0.principal == own && $0.permission == permission }
        let sharer = entry.flatMap { self.sharer($0) } ?? access.owner.map(name) ?? "another"
        switch permission {
        case .read?: return "\(sharer) shares it with you to read only"
        case .write?, .admin?: return "\(sharer) shares it with you to change, not to share"
        case nil where entry != nil: return "\(sharer) took it back: you can only read it"
        case nil: return "it belongs to \(sharer), who does not share it with you"
        }
    }

    /// Why the user cannot delete a category, as the end of a sentence; nil if they can.
    package func reasonNotToDelete(_ category: Organisation.Category) -> String? {
        guard let own, own != category.owner,
            authority.access(toCategory: category.id)?.permission(of: own) != .admin
        else { return nil }
        return "it belongs to \(name(category.owner)): only its owner and its admins can delete it"
    }

    /// What others share with the user: the permission, nil for what was taken back, by the task or category.
    private var shared: [Subject: Grant] {
        guard let own else { return [:] }
        var grants: [Subject: Grant] = [:]
        func note(_ subject: Subject, _ access: SharedAccess?) {
            guard let access, access.owner != own,
                let entry = access.entries.last(where: { $0.principal == own })
            else { return }
            grants[subject] = Grant(
                permission: access.permission(of: own), sharer: sharer(entry) ?? "another")
        }
        for task in authority.sharedTasks { note(.task(task), authority.access(to: task)) }
        for category in authority.sharedCategories {
            note(.category(category), authority.access(toCategory: category))
        }
        return grants
    }

    private enum Subject: Hashable {
        case task(TaskID)
        case category(UUIDValue)
    }

    private struct Grant {
        let permission: Permission?
        let sharer: String
    }

    /// What others have shared with the user, or taken back, since an earlier reading: a line each, with its task.
    ///
    /// - Parameter title: the title of a task, for people.
    package func news(
        since before: TaskRights, title: (TaskID) -> String
    ) -> [(line: String, task: TaskID?)] {
        let (old, new) = (before.shared, shared)
        var news: [(line: String, task: TaskID?)] = []
        for (subject, grant) in new where old[subject]?.permission != grant.permission {
            let task: TaskID? = if case .task(let id) = subject { id } else { nil }
            let what = task.map { "'\(title($0))'" } ?? "a category"
            let line =
                grant.permission.map { "\(grant.sharer) shared \(what) with you (\($0.name))" }
                ?? "\(grant.sharer) took \(what) back: you can no longer change it"
            // A permission that was gone before it was seen is not news.
            if grant.permission != nil || old[subject] != nil { news.append((line, task)) }
        }
        return news.sorted { $0.line < $1.line }
    }

    private func sharer(_ entry: SharedAccess.Entry) -> String? {
        entry.decidedBy.last.flatMap(node).map { name(names.people.principal(of: $0.author)) }
    }

    private func name(_ principal: Principal) -> String {
        names.name(of: principal)?.printable ?? names.text(of: principal)
    }
}
