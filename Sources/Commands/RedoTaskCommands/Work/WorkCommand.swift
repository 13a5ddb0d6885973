import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo work`: the intervals of work that `redo start` and `redo stop` recorded.
package struct WorkCommand: ParsableCommand {
    private static let start = OptionSpecification.value(
        "start", takes: "when", "with edit: when it began")
    private static let end = OptionSpecification.value(
        "end", takes: "when", "with edit: when it ended")
    private static let running = OptionSpecification.flag(
        "running", "with edit: it has not ended")
    private static let json = OptionSpecification.flag(
        "json", "with list: print a JSON object for each interval")

    package static let specification = CommandSpecification(
        "work", "List, change or delete intervals of work",
        operands: [
            ["list", .optional(.value(.task))], ["edit", .value("interval")],
            ["delete", .value("interval")],
        ],
        operandCount: 0...2, options: [start, end, running, json] + IDListing.options,
        constraints: [.exclusive([end, running])] + IDListing.constraints(json),
        effect: .readsAs(["list", nil]), statuses: .writing())

    private enum Form {
        /// Without a task the intervals of all.
        case list(task: String?, IDListing.Form)
        case edit(interval: String, start: String?, end: End?)
        case delete(interval: String)
    }

    private enum End {
        case time(String)
        /// It has not ended.
        case open
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let word = arguments.operands.first ?? "list"
        let name = arguments.operands.dropFirst().first
        if word != "edit" {
            try arguments.refuse([Self.start, Self.end, Self.running], by: "work \(word)")
        }
        if word != "list" {
            try arguments.refuse([Self.json] + IDListing.options, by: "work \(word)")
        }
        switch (word, name) {
        case ("list", let task):
            form = .list(task: task, IDListing.Form(arguments, json: Self.json))
        case ("edit", let name?):
            let start = arguments.value(Self.start)
            let end: End? =
                arguments.has(Self.running)
                ? .open : arguments.value(Self.end).map { .time($0) }
            guard start != nil || end != nil else {
                throw .usage("work edit takes --start, --end or --running")
            }
            form = .edit(interval: name, start: start, end: end)
        case ("delete", let name?): form = .delete(interval: name)
        case ("edit", nil), ("delete", nil): throw .usage("work \(word) takes an interval")
        default: throw .usage("work takes list, edit or delete, not '\(word)'")
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        switch form {
        case .list(let task, let form):
            try Self.list(of: task, as: form, &context, repository)
        case .edit(let name, let start, let end):
            try Self.edit(name, start, end, &context, repository)
        case .delete(let name): try Self.delete(name, &context, repository)
        }
        return .done
    }

    private static func list(
        of name: String?, as form: IDListing.Form, _ context: inout CommandContext,
        _ repository: Repository
    ) throws(RedoError) {
        // Of a named task only its own intervals are shown.
        let scope = name == nil ? TaskScope.all : .none
        var work = try repository.family(Organisation.self, about: scope).work
        var titles: [TaskID: String] = [:]
        if let name {
            let task = try repository.log(of: [name]).livingTask(named: name)
            work = work.filter { $0.task == task.id }
            titles = [task.id: task.title.printable]
        }
        if work.isEmpty {
            context.note(
                titles.first.map { "no time was measured of \($0.value)" }
                    ?? "no time was measured; 'redo start TASK' begins")
        }
        if case .ids(let end) = form {
            return try context.printIDs(work.map(\.id.text), end: end)
        }
        if form == .json {
            for interval in work { try context.printLine(CanonicalJSON.bytes(interval.json)) }
            return
        }
        let names = try repository.authors(about: scope)
        let reader = context.reader(of: repository)
        let now = try context.now()
        if name == nil { titles = try repository.tasks().state.printableTitles }
        for interval in work.sorted(by: { ($0.begin, $0.id) < ($1.begin, $1.id) }) {
            let title = titles[interval.task] ?? interval.task.description
            let line = interval.line(names, reader: reader, now: now)
            try context.print("\(interval.id.text.prefix(8))  \(line)  \(title)\n")
        }
    }

    private static func edit(
        _ name: String, _ start: String?, _ end: End?, _ context: inout CommandContext,
        _ repository: Repository
    ) throws(RedoError) {
        let now = try context.now()
        let begin = try start.map { (text) throws(RedoError) in
            try WorkRequest.moment(text, of: "--start", now: now)
        }
        var finish: Instant?
        if case .time(let text)? = end {
            finish = try WorkRequest.moment(text, of: "--end", now: now)
        }
        let organisation = try repository.family(Organisation.self)
        let interval = try interval(named: name, among: organisation.work)
        var changed = interval
        var times: [JSONMember] = []
        if let begin {
            changed.set(start: begin)
            times.append(JSONMember("start", .string(changed.start)))
        }
        if end != nil {
            changed.set(end: finish)
            times.append(JSONMember("end", changed.end.map { .string($0) } ?? .null))
        }
        try check(changed, insteadOf: interval, among: organisation)
        try change(interval, organisation, &context, repository, .editWork, times) { title in
            "changed work on \(title): \(changed.understood(now: now))"
        }
    }

    /// - Throws: wrong usage for an end before the start, and for a second interval of one person that runs.
    private static func check(
        _ changed: Organisation.WorkInterval, insteadOf interval: Organisation.WorkInterval,
        among organisation: Organisation
    ) throws(RedoError) {
        if let start = changed.start.instant, let end = changed.end?.instant, end < start {
            throw .usage("it would end, \(localText(end)), before it begins, \(localText(start))")
        }
        guard changed.end == nil, interval.end != nil else { return }
        let other = organisation.running.first {
            $0.task == interval.task && $0.author == interval.author
        }
        if let other {
            throw .usage("interval \(other.id.text.prefix(8)) of this task is running already")
        }
    }

    private static func delete(
        _ name: String, _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) {
        let now = try context.now()
        let organisation = try repository.family(Organisation.self)
        let interval = try interval(named: name, among: organisation.work)
        try change(interval, organisation, &context, repository, .deleteWork, []) { title in
            "deleted work on \(title), \(interval.spent(until: now))"
        }
    }

    private static func change(
        _ interval: Organisation.WorkInterval, _ organisation: Organisation,
        _ context: inout CommandContext, _ repository: Repository, _ action: Action,
        _ fields: [JSONMember], _ report: (String) -> String
    ) throws(RedoError) {
        let change = ThingChange(
            thing: OwnedThing(kind: .work, id: interval.id), task: interval.task,
            author: interval.author, writing: WritingRequest())
        try change.write(action, fields, organisation, repository, &context, report)
    }

    private static func interval(
        named name: String, among work: [Organisation.WorkInterval]
    ) throws(RedoError) -> Organisation.WorkInterval {
        try work.thing(
            named: name, .work, id: \.id, listedBy: "redo work list",
            line: { "\($0.id.text) \($0.start.printable)" })
    }
}

extension Organisation.WorkInterval {
    /// When it begins; the earliest time for a text that is not a time.
    fileprivate var begin: Instant { start.instant ?? .earliest }
}
