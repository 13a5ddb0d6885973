import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// `redo agent revoke`: takes back every permission of an agent. Its name stays, since its nodes do.
struct AgentRevocation {
    private let name: String

    init(_ name: String) { self.name = name }

    func run(
        by writing: WritingRequest, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        try context.refuseAgents()
        let (repository, names, own) = try context.openForSharing()
        let entry = try names.authors.agents.entry(named: name)
        let principal = names.people.principal(of: UserID(entry.key))
        let shared = try SharesCommand.sharedTargets(repository, isAll: false)
            .filter { $0.access.owner != principal && $0.access.permission(of: principal) != nil }
        let targets = shared.filter { $0.mayBeShared(by: own) }
        guard !targets.isEmpty else {
            try context.print(
                "unchanged: \(names.text(of: principal)) has no permission of yours\n")
            reportRest(shared.count, &context)
            return .no
        }
        try context.edit(repository, repository.wholeLog(), by: writing) {
            (writer) throws(RedoError) in
            for target in targets {
                switch target.subject {
                case .task(let task): try writer.add(unsharesOf: task.id, [principal])
                case .category(let category):
                    try writer.add(
                        sharingOf: category.id, after: category.heads, removing: [principal],
                        granting: [])
                }
            }
        }
        let verb = writing.isDryRun ? "would take" : "took"
        var taskCount = 0
        for target in targets {
            guard case .category = target.subject else {
                taskCount += 1
                continue
            }
            let permission = target.access.permission(of: principal)?.name ?? ""
            try context.print(
                "\(verb) \(permission) of \(target.title) from \(names.text(of: principal))\n")
        }
        if taskCount > 0 {
            try context.print(
                "\(verb) its permission for \(counted(taskCount, "task")) from "
                    + "\(names.text(of: principal))\n")
        }
        reportRest(shared.count - targets.count, &context)
        guard !writing.isDryRun else { return .done }
        try context.flush()
        context.complain(hints: [
            "what it wrote before remains: 'redo revert --by \(name)' reverts it",
            "tasks that it makes later are its own: 'redo ignore \(UserID(entry.key))' hides them here",
        ])
        return .done
    }

    /// Reports what others have shared with the agent.
    private func reportRest(_ count: Int, _ context: inout CommandContext) {
        guard count > 0 else { return }
        context.note(
            "others have shared \(counted(count, "task")) or categories with it, which only they take back"
        )
    }
}
