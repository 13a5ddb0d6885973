import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// `redo start`: begins to measure the time that is spent on tasks.
package struct StartCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "start", "Start measuring the time spent on tasks",
        operands: TaskSelection.forms(.openTask),
        options: WorkRequest.options,
        constraints: TaskSelection.constraints(.openTask), readsNames: true, statuses: .writing())

    private let request: WorkRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        request = try WorkRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let moment = try request.moment(now: try context.now())
        let repository = try context.openRepository()
        guard let selection = try TaskSelection(request.tasks, context, repository, to: "start")
        else {
            return .no
        }
        let organisation = try repository.family(Organisation.self)
        let running = organisation.running
        let isSingle = try repository.store.configuration.boolean(.singleWork) != false
        let author = try? context.keyring().author(for: repository.store)
        // What may end: the work of this user on any task.
        let own =
            isSingle ? running.filter { $0.author == author.map(organisation.principal) } : []
        let log = try selection.log(repository, about: .open, with: own.map(\.task))
        let tasks = try selection.tasks(of: log)
        guard !isSingle || tasks.count == 1 else {
            throw .usage(
                "start takes one task", hints: ["'redo config work.single false' allows several"])
        }
        let report = try context.edit(repository, log, by: request.writing) {
            (writer) throws(RedoError) in
            // What is stopped for them may have any heads.
            try writer.expectHeads(of: Set(tasks.map(\.id)))
            let user = organisation.principal(of: writer.identity.author)
            var report = ""
            for interval in own where tasks.allSatisfy({ $0.id != interval.task }) {
                guard let task = log.replay.task(interval.task) else { continue }
                report += try interval.stop(of: task, at: moment, &writer)
            }
            for task in tasks {
                let title = task.title.printable
                if let known = running.first(where: { $0.task == task.id && $0.author == user }) {
                    let since = known.start.instant.map { localText($0) } ?? ""
                    report += "unchanged \(title), running since \(since)\n"
                    continue
                }
                let (id, certificate) = writer.newID(.work)
                try writer.add(
                    familyNode: .startWork, of: task.id,
                    Organisation.WorkInterval.fields(id, at: moment) + certificate)
                report += "started \(title)\(moment.understoodAsTime(now: writer.now))\n"
                report += writer.joinReport(of: task.id)
            }
            return report
        }
        try context.print(report)
        return .done
    }
}
