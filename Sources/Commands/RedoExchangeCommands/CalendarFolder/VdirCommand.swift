import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoInsight
import RedoInterchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What a record depends on beside the folder: the store, the user's clocks, the version of the suite, and the query,
/// which can mean something else each day, and to each key if it asks who has what.
private struct VdirStamp {
    private let text: String

    /// - Throws: wrong usage for a query that means nothing.
    init(
        _ query: String, _ repository: Repository, _ settings: InterchangeSettings,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let asked = try Query(written: query)
        // Whom its names mean follows from the store: where that is as it was, they mean the same.
        try asked.check(
            from: query, repository.store.configuration.taskFields, now: settings.now)
        let own = asked.asksOfSharing ? try? context.keyring().author(for: repository.store) : nil
        let clock = settings.zone.clock(at: settings.now)
        let day = isBlank(query) ? "" : "\(clock.year)-\(clock.month)-\(clock.day)"
        text =
            "\(Version.text)\0\(settings.zoneName)\0\(day)\0\(query)"
            + (own.map { "\0\($0.userID)" } ?? "")
    }

    func bytes(_ fingerprint: Digest) -> [UInt8] {
        SHA256.digest((fingerprint.bytes + Array(text.utf8)).span).bytes
    }
}

/// `redo vdir`: brings a folder of calendar files and the tasks into step.
package struct VdirCommand: ParsableCommand {
    private static let query = OptionSpecification.value(
        "query", takes: .query, "only tasks that the query includes get a file; see redo-query(7)")
    private static let force = OptionSpecification.flag(
        "force", isExpert: true,
        "also if all files, or more than half of many, are gone: their tasks go into the trash")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object with the changes, and the files that could not be read")

    package static let specification = CommandSpecification(
        "vdir", "Keep a folder of .ics files, one for each task, in step with the tasks",
        operands: [.value(.directory)], options: [query, force, json],
        statuses: .writing(no: "a file cannot be read or too many are gone"))

    private let directory: String
    /// Blank for all open tasks.
    private let query: String
    private let isForced: Bool
    private let isJSON: Bool

    package init(_ arguments: Arguments) throws(RedoError) {
        directory = arguments.operands[0]
        query = arguments.value(Self.query) ?? ""
        isForced = arguments.has(Self.force)
        isJSON = arguments.has(Self.json)
    }

    /// A record has to be this large for the deletion of more than half of its files to be refused.
    private static let smallestMass = 10

    /// True if the folder is probably damaged or not mounted: all files are gone, or most of many.
    private static func isMassDeletion(_ plan: VdirPlan) -> Bool {
        if plan.gone.count == plan.knownCount, plan.knownCount > 1 { return true }
        return plan.knownCount >= smallestMass && plan.gone.count * 2 > plan.knownCount
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let settings = try InterchangeSettings(context)
        let named = try context.path(of: directory)
        let path = try failing(.notFound, "the folder cannot be found") {
            () throws(SystemError) in try Path.resolved(named)
        }
        let repository = try context.openRepository()
        let store = repository.store
        let calendars = VdirFolder(path, settings)
        let recordPath = try Self.recordPath(of: path, in: store)
        let lock = try failing(.writeFailed, "the record of the folder cannot be locked") {
            () throws(SystemError) in
            try FileLock.wait(directory: Path.parent(of: recordPath))
        }
        defer { _ = lock }
        // A query is checked also where nothing has changed.
        let stamp = try VdirStamp(query, repository, settings, context)
        let record = (try? Files.read(recordPath)).flatMap(VdirRecord.init) ?? VdirRecord()
        // Before anything is read: what comes later is seen the next time.
        let before = stamp.bytes(try store.fingerprint())
        let files = try calendars.files()
        if record.stamp == before, VdirPlan.isUnchanged(files, record) {
            if isJSON { try Self.printJSON(VdirSync.Counts(), [], [], &context) }
            return .done
        }
        let plan = VdirPlan(files, record, calendars)
        if !isForced, Self.isMassDeletion(plan) {
            throw RedoError(
                .writeFailed,
                "\(plan.gone.count) of \(plan.knownCount) files are gone; nothing was changed",
                status: .no,
                hints: ["'redo vdir --force \(directory)' moves their tasks into the trash"])
        }
        var sync = VdirSync(
            repository, calendars, settings, own: try context.keyring().ownUsers())
        let isWanted = try wanted(repository, context)
        let entries = try sync.run(plan, where: isWanted, context)
        let bytes = VdirRecord.bytes(
            entries, stamp: sync.fingerprint.map(stamp.bytes) ?? before,
            written: Clock.microseconds() * 1000)
        try failing(.writeFailed, "the record of the folder cannot be written") {
            () throws(SystemError) in
            try Files.replace(recordPath, with: bytes.span, mode: 0o644, isSynced: false)
        }
        return try report(plan, sync, &context)
    }

    /// Where the record of a folder is: in the store, by the digest of the folder's path.
    private static func recordPath(
        of directory: String, in store: Store
    ) throws(RedoError) -> String {
        let parent = Path.join(store.path, "vdir")
        try failing(.writeFailed, "a folder of the store cannot be created") {
            () throws(SystemError) in _ = try Files.makeDirectory(parent)
        }
        let digest = SHA256.digest(Array(directory.utf8).span).hexadecimal
        return Path.join(parent, "\(digest.prefix(32)).cache")
    }

    /// True if a task without a file gets one: it is open, and the query includes it.
    private func wanted(
        _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> (TaskState) -> Bool {
        if isBlank(query) { return \.isOpen }
        let queried = try QueriedTasks(query, of: repository, context)
        return { $0.isOpen && queried.contains($0) }
    }

    /// The maximum number of remarks on tasks that are shown one by one.
    private static let maximumRemarkCount = 20

    private func report(
        _ plan: VdirPlan, _ sync: VdirSync, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let notes = plan.notes + sync.notes
        if isJSON {
            try Self.printJSON(sync.counts, plan.mistakes, notes + plan.remarks, &context)
            return plan.mistakes.isEmpty ? .done : .no
        }
        var errors = ListedErrors()
        for (name, mistake) in plan.mistakes {
            errors.report(.schemaMismatch, mistake.text(of: name), context)
        }
        errors.finish(context, allWith: Self.json)
        for note in notes { context.note(note.printable) }
        context.note(
            remarks: plan.remarks, atMost: Self.maximumRemarkCount, allWith: Self.json)
        if !plan.remarks.isEmpty { context.note("what is left out stays in the files") }
        let counts = sync.counts
        let here = [
            (counts.added, "added"), (counts.edited, "edited"), (counts.trashed, "trashed"),
        ]
        let there = [(counts.written, "written"), (counts.removed, "removed")]
        let parts = (here.map { ($0.0, "task", $0.1) } + there.map { ($0.0, "file", $0.1) })
            .filter { $0.0 > 0 }.map { "\(counted($0.0, $0.1)) \($0.2)" }
        if !parts.isEmpty { try context.print(parts.joined(separator: ", ") + "\n") }
        return plan.mistakes.isEmpty ? .done : .no
    }

    private static func printJSON(
        _ counts: VdirSync.Counts, _ mistakes: [(name: String, mistake: ForeignMistake)],
        _ notes: [String], _ context: inout CommandContext
    ) throws(RedoError) {
        func number(_ count: Int) -> JSONValue { .number(Double(count)) }
        let wrong = mistakes.map { name, mistake -> JSONValue in
            [
                "file": .text(name), "line": mistake.line.map { number($0) } ?? .null,
                "message": .text(mistake.reason),
            ]
        }
        try context.printLine(
            CanonicalJSON.bytes([
                "added": number(counts.added), "edited": number(counts.edited),
                "mistakes": .array(wrong), "notes": .array(notes.map { .text($0) }),
                "removed": number(counts.removed), "trashed": number(counts.trashed),
                "written": number(counts.written),
            ]))
    }
}
