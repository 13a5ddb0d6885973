import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoScreen
import RedoStore
import RedoSystem

/// The state of `redo ui`: what is shown, and what keys do. It draws frames and takes events; the terminal is
/// elsewhere.
struct UserInterface {
    /// A tab: its pages, the last one seen.
    struct Tab {
        let kind: InterfaceTab
        var pages: [any Page]
        /// Of what the page that is seen was made; nil before it was.
        var freshness: Freshness?
        /// The position at the end of the last session; nil once the tab has been shown.
        var formerPosition: InterfaceRecord.Position?

        init(_ kind: InterfaceTab) {
            self.kind = kind
            pages = [kind.firstPage]
        }

        var title: String { kind.title }

        /// The position in its first page; nil if it was not shown yet.
        var position: InterfaceRecord.Position? { formerPosition ?? pages[0].bookmark }

        /// The page that is seen.
        var page: any Page {
            get { pages[pages.count - 1] }
            set { pages[pages.count - 1] = newValue }
        }
    }

    /// Of what a page was made.
    struct Freshness {
        let readingCount: Int
        let width: Int
        /// By the monotonic clock, in nanoseconds.
        let time: UInt64

        /// The maximum age in nanoseconds of a page that is shown again unchanged. The times on it are that old.
        static let maximumAge: UInt64 = 60_000_000_000
    }

    /// The requests to the owner of the terminal.
    enum Request: Equatable {
        case copy(String)
        /// Run a command that needs the terminal.
        case run([String])
        /// Run a command beside the screen.
        case begin(BackgroundWork)
        /// End the command beside the screen.
        case cancel
    }

    var source: PageSource
    private(set) var keys: KeyMap
    private(set) var tabs: [Tab]
    private(set) var current = 0
    var prompt: Prompt?
    var sheet: Sheet?
    var message: StyledText?
    private(set) var size: (rows: Int, columns: Int)
    /// The details of a task, to the right of a list.
    var detail: (task: TaskID, page: OutputPage)?
    /// A request to the owner of the terminal.
    private var requests: [Request] = []
    var isOver = false
    /// The last line of a command that runs beside the screen; nil while none runs.
    var workStatus: String?
    /// True if that command was cancelled and has not ended yet.
    var isWorkCancelled = false
    /// True if the last sync, also one that began by itself, could not reach the remote.
    private(set) var isOffline = false
    /// The output of a command that ended while something was typed; it is shown afterwards.
    var finishedPage: OutputPage?
    private(set) var reminders = ReminderLine()
    /// What others have shared with the user or taken back since the start, the oldest first.
    private var sharedLines: [OutputPage.LinkedLine] = []
    /// Whether something was written into a room that was not sent.
    private var hasWrittenInRoom = false
    /// What others changed since the start, the oldest first.
    private(set) var remoteChanges: [RemoteChanges.Change] = []
    /// The state before the last Escape, for a key whose first byte it turns out to be; at most one.
    private var beforeEscape: [UserInterface] = []

    private static let maximumDepth = 5
    /// The maximum number of remote changes on the page of news; a further one replaces the oldest.
    private static let maximumChangeCount = 200

    /// - Parameters:
    ///   - isColored: whether what is shown has colours.
    ///   - link: of what is shown first; nil for the list.
    /// - Throws: ``RedoError`` if the store cannot be read.
    init(
        _ suite: CommandSuite, _ surroundings: Surroundings, isColored: Bool, rows: Int,
        columns: Int,
        opening link: Link? = nil
    ) throws(RedoError) {
        source = try PageSource(
            suite, surroundings, isColored: isColored, width: columns)
        keys = KeyMap(source.board.repository.store.configuration)
        size = (rows, columns)
        tabs = source.board.repository.store.configuration.interfaceTabs.map { Tab($0) }
        refreshPage()
        syncHasEnded()
        switch link {
        case .task(let id)?: push(OutputPage.task(id.description))
        case .category(let id)?: push(TaskListPage("category:\(id.text)"))
        case .room(let id)?:
            show(.rooms)
            push(RoomTalkPage(id))
        case .settings?: show(.settings)
        case .newTask?: sheet = Sheet(nil, source)
        case .edit(let id)?:
            guard let task = source.board.tasks.state[id] else {
                throw RedoError(.unknownName, "there is no task '\(id)'")
            }
            sheet = Sheet(task, source)
        case nil: break
        }
    }

    /// Goes to a tab; its first page is opened above the current one if `ui.tabs` leaves it out.
    mutating func show(_ kind: InterfaceTab) {
        if let tab = tabs.firstIndex(where: { $0.kind == kind }) {
            select(tab: tab)
        } else {
            push(kind.firstPage)
        }
    }

    /// Shows what was shown at the end of another session; what is not there any more is left out.
    mutating func restore(_ record: InterfaceRecord) {
        for tab in tabs.indices {
            tabs[tab].formerPosition = record.positions[tabs[tab].kind]
            tabs[tab].freshness = nil
        }
        select(tab: tabs.firstIndex { $0.kind == record.tab } ?? current)
    }

    /// The request for the terminal, once.
    mutating func takeRequests() -> [Request] {
        defer { requests = [] }
        return requests
    }

    mutating func ask(_ request: Request) { requests.append(request) }

    var requestsNothing: Bool { requests.isEmpty }

    // MARK: Pages

    var page: any Page {
        get { tabs[current].page }
        set { tabs[current].page = newValue }
    }

    mutating func push(_ page: any Page) {
        guard tabs[current].pages.count < Self.maximumDepth else {
            return say("go back first: this is \(Self.maximumDepth) pages deep", isError: true)
        }
        tabs[current].pages.append(page)
        refreshPage()
    }

    /// Reads the contents of the page again.
    private mutating func refreshPage() {
        refreshPage(of: current)
        detail = nil
    }

    private mutating func refreshPage(of tab: Int) {
        let former = tabs[tab].formerPosition
        if let query = former?.query {
            tabs[tab].page.search(query, source)
        } else {
            tabs[tab].page.refresh(source)
        }
        if let former { tabs[tab].page.go(to: former) }
        tabs[tab].formerPosition = nil
        tabs[tab].freshness = Freshness(
            readingCount: source.readingCount, width: source.width,
            time: Clock.monotonicNanoseconds())
    }

    /// True if a tab shows what the store has, for the size that the screen has.
    private func isCurrent(_ tab: Tab) -> Bool {
        guard let freshness = tab.freshness else { return false }
        return freshness.readingCount == source.readingCount
            && (freshness.width == source.width || !tab.page.followsWidth)
    }

    /// The first tab that is not seen and would have to be requested again; nil if there is none.
    var staleTab: Int? {
        tabs.indices.first { $0 != current && tabs[$0].pages.count == 1 && !isCurrent(tabs[$0]) }
    }

    /// Reads the contents of a hidden tab while nothing is typed, so that it is shown at once.
    mutating func prepareTab() {
        if let tab = staleTab { refreshPage(of: tab) }
    }

    /// Reads the store, and shows what it has.
    mutating func reload() {
        do throws(RedoError) {
            try source.reload()
        } catch {
            say(error.message, isError: true)
        }
        beforeEscape = []
        readConfiguration()
        refreshPage()
    }

    /// Follows the keys and the tabs that are configured now.
    private mutating func readConfiguration() {
        let configuration = source.board.repository.store.configuration
        keys = KeyMap(configuration)
        let kinds = configuration.interfaceTabs
        guard kinds != tabs.map(\.kind) else { return }
        let shown = tabs[current].kind
        let former = tabs
        tabs = kinds.map { kind in former.first { $0.kind == kind } ?? Tab(kind) }
        current = tabs.firstIndex { $0.kind == shown } ?? 0
    }

    /// Notes how the last sync went, whoever began it.
    mutating func syncHasEnded() {
        isOffline = source.board.repository.store.lastSyncRecord?.isOffline ?? false
    }

    // MARK: Time

    /// The next moment at which something on the screen changes by time alone.
    var nextMoment: Instant { min(reminders.next ?? .latest, source.board.nextChange) }

    /// Shows what is as of now: reminders, and what has become overdue, visible or old.
    mutating func timePasses(to now: Instant) {
        do throws(RedoError) {
            try source.advance(to: now)
        } catch {
            say(error.message, isError: true)
        }
        if page.followsTime { refreshPage() } else { detail = nil }
        reminders.advance(source.board, at: now)
    }

    /// Announces the reminders of the tasks as they are now.
    mutating func tasksHaveChanged(at now: Instant) { reminders.update(source.board, at: now) }

    // MARK: Others

    /// Receives what others wrote, and names the tasks that another author changed.
    ///
    /// - Returns: whether there was anything: what this process wrote has been read already.
    @discardableResult
    mutating func storeHasChanged() -> Bool {
        if source.board.isCurrent { return false }
        let (before, rights) = (source.board, source.rights.rights)
        reload()
        do throws(RedoError) {
            let news = try RemoteChanges(
                from: before, to: source.board, by: source.board.ownAuthor)
            remoteChanges = (remoteChanges + news.changes).suffix(Self.maximumChangeCount)
            let shared = sharingNews(since: rights)
            if let summary = shared.isEmpty ? news.summary : shared.joined(separator: "; ") {
                say("\(summary)  (\(keys.name(of: .news)) shows them)")
            }
        } catch {
            say(error.message, isError: true)
        }
        return true
    }

    /// Notes what others have shared with the user or taken back since an earlier reading.
    private mutating func sharingNews(since before: TaskRights?) -> [String] {
        guard let before, let now = source.rights.rights else { return [] }
        let state = source.board.tasks.state
        let news = now.news(since: before) {
            state[$0]?.title.printable ?? String($0.description.prefix(8))
        }
        for (line, task) in news {
            sharedLines.append((line, task.map { .task($0.description) }))
        }
        return news.map(\.line)
    }

    /// Shows the reminders and the remote changes since the start, the newest first.
    private mutating func showNews() {
        guard page.title != Self.newsTitle else { return }
        var lists: [(heading: String, lines: [OutputPage.LinkedLine])] = []
        if !reminders.lines.isEmpty {
            lists.append(("Reminders", reminders.lines.reversed().map { ($0.text, $0.link) }))
        }
        if !remoteChanges.isEmpty {
            lists.append(
                (
                    "Changed by others",
                    remoteChanges.reversed().map { ($0.line, .task($0.task.description)) }
                ))
        }
        if !sharedLines.isEmpty { lists.append(("Shared with you", sharedLines.reversed())) }
        if lists.isEmpty { return say("there is nothing new since the start") }
        push(OutputPage(Self.newsTitle, lists))
    }

    private static let newsTitle = "News"

    /// Shows a line at the bottom.
    mutating func say(_ text: String, isError: Bool = false) {
        message = text.isEmpty ? nil : StyledText(text.printable, isError ? .error : .plain)
    }

    /// The last message and the current request, once: for plain sessions.
    mutating func takeMessage() -> String {
        var lines = message.map { [$0.text] } ?? []
        lines += reminders.takeUnsaid().map(\.printable)
        message = nil
        return lines.joined(separator: "\n")
    }

    // MARK: Events

    mutating func handle(_ event: InputEvent) {
        if case .insteadOfEscape(let event) = event {
            if let before = beforeEscape.first {
                let isCancelled = isWorkCancelled
                self = before
                isWorkCancelled = isCancelled
            }
            return handle(event)
        }
        beforeEscape = []
        if event == .key(.escape) { beforeEscape = [self] }
        switch event {
        case .resize(let rows, let columns):
            size = (rows, columns)
            source.width = columns
            detail = nil
            if page.followsWidth { refreshPage() }
        case .paste(let text):
            if sheet != nil {
                sheet?.paste(text)
            } else if prompt != nil {
                prompt?.input.insert(text)
                searchAsTyped()
            }
        case .key(let key): handle(key)
        case .click, .scroll:
            guard sheet == nil, prompt == nil else { return }
            handlePointer(event)
        case .insteadOfEscape: break
        }
        showFinishedPage()
    }

    /// Shows what a command printed that ran beside the screen, unless something is being typed.
    mutating func showFinishedPage() {
        guard sheet == nil, prompt == nil, let finished = finishedPage else { return }
        finishedPage = nil
        push(finished)
    }

    private mutating func handlePointer(_ event: InputEvent) {
        if case .click(let row, let column, _) = event, row == 0 {
            if let tab = shownTabs.first(where: { $0.columns.contains(column) }) {
                select(tab: tab.number)
            }
        } else if page.handlePointer(event, top: 1) {
            perform(.open)
        }
    }

    private mutating func handle(_ key: Key) {
        if sheet != nil { return handleSheet(key) }
        if prompt != nil { return handlePrompt(key) }
        if key == .escape, workStatus != nil { return cancelWork() }
        if message == nil { dismissReminders() }
        message = nil
        if case .character(let digit) = key, let number = digit.wholeNumberValue,
            (1...tabs.count).contains(number)
        {
            return select(tab: number - 1)
        }
        if let own = page.ownKeys.first(where: { $0.key == key }) {
            if let reason = own.reason { return say("\(own.label): \(reason)", isError: true) }
            if let answer = page.perform(own: key, source) { return take(answer) }
        }
        // The keys of actions come first, except those that move.
        if let action = keys.action(of: key) { return perform(action) }
        page.handle(key, source)
    }

    /// Notes that the reminders in the line were read.
    mutating func dismissReminders() { reminders.dismiss(source.board.repository.store) }

    mutating func select(tab: Int) {
        current = tab
        detail = nil
        let age = tabs[tab].freshness.map { Clock.monotonicNanoseconds() - $0.time }
        if !isCurrent(tabs[tab]) || age ?? .max > Freshness.maximumAge { refreshPage() }
    }

    // MARK: Actions

    private mutating func perform(_ action: UserAction) {
        if action == .back, tabs[current].pages.count > 1 { return leavePage() }
        if let reason = page.refusal(of: action, source) {
            return say("\(action.label): \(reason)", isError: true)
        }
        if let answer = page.perform(action, source) { return take(answer) }
        switch action {
        case .quit: isOver = true
        case .help: showHelp()
        case .nextTab: select(tab: (current + 1) % tabs.count)
        case .previousTab: select(tab: (current + tabs.count - 1) % tabs.count)
        case .refresh: reload()
        case .add: sheet = Sheet(nil, source)
        case .edit:
            guard let id = page.targets.first, let task = source.board.tasks.state[id] else {
                return say("no task is selected", isError: true)
            }
            sheet = Sheet(task, source)
        case .done, .delete, .skip: write([action.rawValue])
        case .work: startOrStop()
        case .undo: run(["undo"])
        case .snooze: beginChange(.snooze)
        case .comment: beginChange(.comment)
        case .priority: beginChange(.priority)
        case .project: beginChange(.project)
        case .category: beginChange(.category)
        case .search: beginSearch()
        case .command: prompt = Prompt(purpose: .command, input: TextField())
        case .copy:
            guard let id = page.copiedID else { return say("there is no id here", isError: true) }
            ask(.copy(id))
            say("copied \(id)")
        case .sync: begin(.sync)
        case .merge: beginMerge()
        case .repair: push(OutputPage.repair)
        case .news: showNews()
        case .mark, .open, .back: break
        }
    }

    /// Does what a page answers.
    mutating func take(_ answer: PageAnswer) {
        switch answer {
        case .done: break
        case .open(let other): push(other)
        case .ask(let question): prompt = question
        case .run(let work): begin(work)
        case .write(let words): if run(words) { leavePage() }
        case .command(let words): run(words)
        case .dialog(let words): ask(.run(words))
        case .form(let sheet): self.sheet = sheet
        case .change(let words, let done): run(words, done: done)
        case .wrote(let text):
            hasWrittenInRoom = true
            reload()
            say(text)
        case .refuse(let reason): say(reason, isError: true)
        }
    }

    /// Whether something was written into a room since the last call.
    mutating func takeWrittenInRoom() -> Bool {
        defer { hasWrittenInRoom = false }
        return hasWrittenInRoom
    }

    private mutating func beginMerge() {
        guard let id = page.targets.first else { return say("no task is selected", isError: true) }
        var merge = MergePage(id)
        merge.refresh(source)
        if merge.isSettled { return say("the task has not diverged") }
        push(merge)
    }

    private mutating func leavePage() {
        guard tabs[current].pages.count > 1 else { return }
        tabs[current].pages.removeLast()
        refreshPage()
    }
}
