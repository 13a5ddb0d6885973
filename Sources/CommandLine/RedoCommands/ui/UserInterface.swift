import RedoCommandLine
import RedoModel
import RedoScreen
import RedoStore
import RedoSystem

/// The state of `redo ui`: what is shown, and what keys do. It draws frames and takes events; the terminal is elsewhere.
struct UserInterface {
    /// A tab: its pages, the last one seen.
    struct Tab {
        let title: String
        var pages: [any Page]

        init(_ title: String, _ page: any Page) {
            self.title = title
            pages = [page]
        }

        /// The page that is seen.
        var page: any Page {
            get { pages[pages.count - 1] }
            set { pages[pages.count - 1] = newValue }
        }
    }

    /// What is left to whoever has the terminal.
    enum Request: Equatable {
        case copy(String)
        /// Run a command that needs the terminal.
        case run([String])
        /// Run a command beside the screen.
        case sync
    }

    var source: PageSource
    let keys: KeyMap
    private(set) var tabs: [Tab]
    private(set) var current = 0
    var prompt: Prompt?
    var sheet: TaskSheet?
    private(set) var isHelpShown = false
    private(set) var message: StyledText?
    private(set) var size: (rows: Int, columns: Int)
    /// What a task looks like, to the right of a list.
    var detail: (task: TaskID, page: OutputPage)?
    /// What whoever has the terminal is to do.
    private var requests: [Request] = []
    var isOver = false
    /// What a sync that runs has said last; nil while none runs.
    var syncStatus: String?

    private static let greatestDepth = 5

    /// - Parameters:
    ///   - isColored: whether what is shown has colours.
    ///   - link: of what is shown first; nil for the list.
    /// - Throws: ``RedoError`` if the store cannot be read.
    init(
        _ surroundings: Surroundings, isColored: Bool, rows: Int, columns: Int,
        opening link: Link? = nil
    ) throws(RedoError) {
        source = try PageSource(surroundings, isColored: isColored, width: columns)
        keys = KeyMap(source.board.repository.store.configuration)
        size = (rows, columns)
        tabs = [
            Tab("Tasks", TaskListPage()),
            Tab("Agenda", OutputPage("Agenda", [["agenda"]])),
            Tab("Projects", GroupPage()),
            Tab("Log", OutputPage("Log", [["log", "--graph"]], isLog: true)),
            Tab("Statistics", OutputPage("Statistics", [["stats"]])),
            Tab("Settings", OutputPage("Settings", [["config", "--list"], ["key", "list"]])),
        ]
        refreshPage()
        switch link {
        case .task(let id)?: push(OutputPage.task(id.description))
        case .category(let id)?: push(TaskListPage("category:\(id.text)"))
        case nil: break
        }
    }

    /// What is to be done with the terminal, once.
    mutating func takeRequests() -> [Request] {
        defer { requests = [] }
        return requests
    }

    mutating func ask(_ request: Request) { requests.append(request) }

    // MARK: Pages

    var page: any Page {
        get { tabs[current].page }
        set { tabs[current].page = newValue }
    }

    mutating func push(_ page: any Page) {
        guard tabs[current].pages.count < Self.greatestDepth else {
            return say("go back first: this is \(Self.greatestDepth) pages deep", isError: true)
        }
        tabs[current].pages.append(page)
        refreshPage()
    }

    /// Asks for what the page shows anew.
    private mutating func refreshPage() {
        page.refresh(source)
        detail = nil
    }

    /// Reads the store, and shows what it has.
    mutating func reload() {
        do throws(RedoError) {
            try source.reload()
        } catch {
            say(error.message, isError: true)
        }
        refreshPage()
    }

    /// Takes in what others wrote.
    ///
    /// - Returns: whether there was anything: what this process wrote has been read already.
    @discardableResult
    mutating func storeHasChanged() -> Bool {
        if source.board.isCurrent { return false }
        reload()
        return true
    }

    /// Shows a line at the bottom.
    mutating func say(_ text: String, isError: Bool = false) {
        message = text.isEmpty ? nil : StyledText(text.printable, isError ? .error : .plain)
    }

    // MARK: Events

    mutating func handle(_ event: InputEvent) {
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
        }
    }

    private mutating func handlePointer(_ event: InputEvent) {
        if case .click(let row, let column, _) = event, row == 0 {
            var start = 1
            for (place, tab) in tabs.enumerated() {
                let end = start + tab.title.count + 4
                if (start..<end).contains(column) { return select(tab: place) }
                start = end + 1
            }
        } else if page.handlePointer(event, top: 1) {
            perform(.open)
        }
    }

    private mutating func handle(_ key: Key) {
        if sheet != nil { return handleSheet(key) }
        if prompt != nil { return handlePrompt(key) }
        message = nil
        if isHelpShown {
            isHelpShown = false
            return
        }
        if case .character(let digit) = key, let number = digit.wholeNumberValue,
            (1...tabs.count).contains(number)
        {
            return select(tab: number - 1)
        }
        // The keys of actions come first, except those that move.
        if let action = keys.action(of: key) { return perform(action) }
        page.handle(key, source)
    }

    mutating func select(tab: Int) {
        current = tab
        refreshPage()
    }

    // MARK: Actions

    private mutating func perform(_ action: UserAction) {
        if action == .back, tabs[current].pages.count > 1 { return back() }
        switch page.perform(action, source) {
        case .done?: return
        case .open(let other)?: return push(other)
        case nil: break
        }
        switch action {
        case .quit: isOver = true
        case .help: isHelpShown = true
        case .nextTab: select(tab: (current + 1) % tabs.count)
        case .previousTab: select(tab: (current + tabs.count - 1) % tabs.count)
        case .refresh: reload()
        case .add: sheet = TaskSheet(nil, source.board)
        case .edit:
            guard let id = page.targets.first, let task = source.board.tasks.state[id] else {
                return say("no task is selected", isError: true)
            }
            sheet = TaskSheet(task, source.board)
        case .done, .delete: write([action.rawValue])
        case .undo: run(["undo"])
        case .snooze: beginSnooze()
        case .search: beginSearch()
        case .command: prompt = Prompt(purpose: .command, input: TextField())
        case .copy:
            guard let id = page.copiedID else { return say("there is no id here", isError: true) }
            ask(.copy(id))
            say("copied \(id)")
        case .sync: ask(.sync)
        case .mark, .open, .back: break
        }
    }

    private mutating func back() {
        tabs[current].pages.removeLast()
        refreshPage()
    }
}
