import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem
import RedoView

/// `redo view`: writes the log as one page for a browser.
package struct ViewCommand: ParsableCommand {
    private static let output = OptionSpecification.value(
        "output", letter: "o", takes: .file,
        "write this file, or standard output for -, instead of opening the page")
    private static let anonymous = OptionSpecification.flag(
        "anonymous", "show an anonymous copy of the log, for a bug report")
    private static let redact = OptionSpecification.flag(
        "redact", "leave out titles, names and all other texts")
    private static let noCheck = OptionSpecification.flag(
        "no-check", "do not look for damage as fsck does, which reads every byte of the store")

    package static let specification = CommandSpecification(
        "view", "Show the log as a page in a browser: graph, tasks, figures and damage",
        operands: [.repeated(.optional(.nodeOrRange)), .optional(.repeated(.value(.query)))],
        options: [output, anonymous, redact, noCheck, Progress.option, Jobs.option],
        constraints: [.exclusive([anonymous, redact])],
        readsNames: true)

    private let names: [InputName]
    /// Nil to open the page, `-` for standard output.
    private let path: String?
    private let privacy: ViewPrivacy
    private let isChecked: Bool

    package init(_ arguments: Arguments) {
        names = arguments.names
        path = arguments.value(Self.output)
        privacy =
            arguments.has(Self.anonymous)
            ? .anonymous : arguments.has(Self.redact) ? .redacted : .complete
        isChecked = !arguments.has(Self.noCheck) && privacy != .anonymous
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let now = try context.now()
        var log = try repository.wholeLog(about: .all)
        var shown = try shownNodes(of: log, repository, context)
        if privacy == .anonymous {
            log = try anonymous(log, shown, repository)
            shown = nil
        }
        var source = ViewSource(log, shown: shown, at: now, privacy)
        if privacy != .anonymous {
            source.storePath = privacy == .redacted ? "" : repository.store.path
            source.claims = try repository.claims(at: now)
            source.remotes = try ViewRemote.all(of: repository, at: now)
            if isChecked {
                let dates = try FutureDates(context)
                let check = try StoreCheck.made(of: repository, dates.limit, context)
                source.findings = try check.findings(with: repository) + check.notes
            }
        }
        let page = try ViewWriter(source, try figures(of: log, at: now, repository, context)).html()
        try write(page, &context)
        return .done
    }

    // MARK: What is shown

    /// The numbers of the nodes that the operands choose: names of nodes and ranges, or else a query; nil for all.
    private func shownNodes(
        of log: Log, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> [Int]? {
        if names.isEmpty { return nil }
        do throws(RedoError) {
            let starts = WalkRequest(names).starts(isWholeWithoutNames: true)
            let walk = try starts.walk(repository.names(of: log))
            return log.nodes.indices.filter { walk.isReached[$0] }
        } catch {
            guard error.isAboutName else { throw error }
            let text = names.map(\.text).joined(separator: " ")
            let query = try QueriedTasks(text, of: repository, context)
            let state = log.replay.foldState()
            let tasks = Set(state.tasks.filter(query.contains).map(\.id))
            return log.nodes.indices.filter { log.nodes[$0].taskID.map(tasks.contains) ?? false }
        }
    }

    /// An anonymous copy of nodes and all that they follow.
    private func anonymous(
        _ log: Log, _ shown: [Int]?, _ repository: Repository
    ) throws(RedoError) -> Log {
        var nodes = log.nodes
        if let shown {
            let isKept = log.replay.validation.graph.closure(of: shown)
            nodes = nodes.indices.filter { isKept[$0] }.map { nodes[$0] }
        }
        let originals = nodes
        var copy = try AnonymousLog(count: originals.count) { originals[$0] }
        let validator = NodeValidator()
        var copied: [Node] = []
        try copy.forEachNode { (line) throws(RedoError) in
            do throws(Rejection) {
                copied.append(try validator.read(line, signature: .ifPresent))
            } catch {
                throw RedoError(.corrupted, "a node of the copy is not valid: \(error.detail)")
            }
        }
        copied.sort { $0.position < $1.position }
        return Log(copied, Exclusion(repository.rule(.authorized)))
    }

    private func figures(
        of log: Log, at now: Instant, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> ViewFigures {
        let state = log.replay.foldState()
        let calendar = LocalCalendar(.local)
        let analytics = Analytics(state.tasks, at: now, calendar)
        let organisation = Organisation(log.replay.log(of: Organisation.self))
        let facts = StateFacts(state, at: now, OrganisationFacts(organisation))
        let days = 7
        return ViewFigures(
            Statistics(
                analytics, of: state.tasks, at: Rank.Now(now, in: .local),
                by: try Rank(named: nil, repository.store.configuration, context),
                recentDays: days),
            OrganisedStatistics(analytics, state, facts, at: now),
            WorkStatistics(
                organisation.work, state.tasks, facts, lastDays: nil, shownDays: days, at: now,
                calendar))
    }

    // MARK: Where it goes

    private func write(
        _ page: [UInt8], _ context: inout CommandContext
    ) throws(RedoError) {
        if path == "-" { return try context.print(page) }
        let surroundings = context.surroundings
        if let path {
            return try failing(.exportFailed, "the page cannot be written") {
                () throws(SystemError) in
                try Files.replaceTarget(
                    of: surroundings.located(path), with: page.span, mode: .kept(orNew: 0o600))
            }
        }
        let directory = try UserHome(surroundings.variables).cacheDirectory()
        let file = Path.join(directory, "view.html")
        try failing(.exportFailed, "the page cannot be written") { () throws(SystemError) in
            try Files.makeDirectories(directory, mode: 0o700)
            // It can be computed again.
            try Files.replace(file, with: page.span, mode: 0o600, isSynced: false)
        }
        try context.print(withPaths: "\(file.printable)\n")
        try context.flush()
        do throws(SystemError) {
            let status = try Program.run(Self.opener, arguments: [Self.opener, file])
            if status != 0 { context.complain(hints: [Self.hint]) }
        } catch {
            context.complain(hints: [Self.hint])
        }
    }

    /// The desktop's program that opens a file.
    private static let opener = "xdg-open"
    private static let hint =
        "no browser was opened; open the file in one, or name another one with -o"
}
