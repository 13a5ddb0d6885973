import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// The open parts of tasks that a command completes, archives or deletes: they go along after a question, or with an
/// option. Nothing else takes parts along.
struct OpenParts {
    static let option = OptionSpecification.flag("parts", "also their open parts, without asking")

    /// Those that go along, each before what it is a part of.
    let ids: [TaskID]
    private let hierarchy: TaskHierarchy

    /// The request of a command about parts.
    struct Request {
        private let isUnasked: Bool
        /// What happens to the tasks, in the imperative: `complete`.
        private let verb: String

        init(_ arguments: Arguments, to verb: String) {
            isUnasked = arguments.has(OpenParts.option)
            self.verb = verb
        }

        /// The question about parts.
        enum Question {
            /// A terminal; without one nothing may change.
            case here
            /// A later question names the parts, too.
            case later
            /// No one is asked.
            case none
        }

        /// The open parts of some tasks that go along with them; those among the tasks themselves need no question.
        ///
        /// - Returns: nil if the answer to the question is no.
        /// - Throws: TASK_002 without a terminal.
        func parts(
            of tasks: [TaskState], _ repository: Repository, isDryRun: Bool,
            asking question: Question = .here, _ context: borrowing CommandContext
        ) throws(RedoError) -> OpenParts? {
            let hierarchy = try repository.hierarchy()
            let parts = OpenParts(
                ids: hierarchy.openParts(of: tasks.map(\.id)), hierarchy: hierarchy)
            if parts.ids.isEmpty || isUnasked { return parts }
            let hasTerminal = context.surroundings.hasTerminalInput
            if hasTerminal, question == .later || isDryRun { return parts }
            let wholes = hierarchy.wholes(of: parts.ids)
            let titles = tasks.filter { wholes.contains($0.id) }.map(\.title.printable)
            let what =
                "\(listed(titles)) \(titles.count == 1 ? "has" : "have") "
                + counted(parts.ids.count, "open part")
            if hasTerminal, question == .here {
                let those = parts.ids.count == 1 ? "it" : "them"
                return try context.isConfirmed("\(what): \(verb) \(those) as well?") ? parts : nil
            }
            throw RedoError(
                .openParts, "\(what), and nothing was changed",
                hints: ["--\(OpenParts.option.name) takes them along"])
        }
    }

    /// The parts, as a log has them.
    ///
    /// - Throws: as ``Log/livingTasks(named:)``.
    func tasks(of log: Log) throws(RedoError) -> [TaskState] {
        try log.livingTasks(named: ids.map(\.description))
    }

    /// Lines about tasks whose last open parts are done now, so that they can be done, too.
    ///
    /// - Parameter tasks: the completed ones, as they were before.
    /// - Throws: ``RedoError`` if the log cannot be read.
    func report(after tasks: [TaskState], _ repository: Repository) throws(RedoError) -> String {
        var closed: [TaskID: Int] = [:]
        // One that recurs is open again.
        for task in tasks where task.isOpen && !task.isRecurring {
            if let whole = hierarchy.parent(of: task.id) { closed[whole, default: 0] += 1 }
        }
        for task in tasks { closed[task.id] = nil }
        var report = ""
        for (id, count) in closed.sorted(by: { $0.key < $1.key }) {
            guard let progress = hierarchy.progress(of: id),
                progress.total - progress.done == count,
                let whole = try? repository.log(of: [id.description])
                    .livingTask(named: id.description), whole.isOpen
            else { continue }
            let name = shortestPrefix(of: id, among: try repository.taskIDs())
            report +=
                "  every part of \(whole.title.printable) is done: 'redo done \(name)' completes it\n"
        }
        return report
    }
}
