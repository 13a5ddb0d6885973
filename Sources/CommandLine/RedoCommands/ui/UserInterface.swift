import RedoCommandLine
import RedoModel
import RedoScreen
import RedoStore
import RedoSystem

/// The state of `redo ui`: what is shown, and what keys do. It draws frames and takes events; the terminal is elsewhere.
struct UserInterface: ~Copyable {
    /// A page of a tab.
    enum Page {
        case tasks(TaskListPage)
        case groups(GroupPage)
        case output(OutputPage)
    }

    /// A tab: its pages, the last one seen.
    struct Tab {
        let title: String
        var pages: [Page]
    }

    /// A line at the bottom that is being typed.
    struct Prompt {
        enum Purpose {
            case search(before: String)
            case command
            case snooze([TaskID])
        }

        let purpose: Purpose
        var input: TextField
    }

    /// What is left to whoever has the terminal.
    enum Request {
        case copy(String)
        /// Run a program that needs the terminal.
        case run([String])
        /// Run a command beside the screen.
        case sync
    }

    private let surroundings: Surroundings
    private var board: TaskBoard
    private let keys: KeyMap
    private var tabs: [Tab]
    private var current = 0
    private var prompt: Prompt?
    private var sheet: TaskSheet?
    private var isHelpShown = false
    private var message: StyledText?
    private var size: (rows: Int, columns: Int)
    /// What a task looks like, to the right of a list.
    private var detail: (task: TaskID, page: OutputPage)?
    /// What whoever has the terminal is to do.
    private var requests: [Request] = []
    private(set) var isOver = false
    /// What a sync that runs has said last; nil while none runs.
    var syncStatus: String?

    private static let greatestDepth = 5
    /// From so many columns on details stand to the right of a list.
    private static let wideColumns = 100

    /// - Parameter link: of what is shown first; nil for the list.
    /// - Throws: ``RedoError`` if the store cannot be read.
    init(
        _ surroundings: Surroundings, rows: Int, columns: Int, opening link: Link? = nil
    ) throws(RedoError) {
        let colored = Surroundings(
            variables: surroundings.variables.setting(
                "REDO_COLOR",
                to: surroundings.variables.value(of: "NO_COLOR") == nil ? "always" : "never"),
            folder: surroundings.folder, input: surroundings.input, output: surroundings.output,
            errors: surroundings.errors)
        self.surroundings = colored
        board = try TaskBoard(colored)
        keys = KeyMap(board.repository.store.configuration)
        size = (rows, columns)
        tabs = [
            Tab(title: "Tasks", pages: [.tasks(TaskListPage())]),
            Tab(title: "Agenda", pages: [.output(OutputPage("Agenda", [["agenda"]]))]),
            Tab(title: "Projects", pages: [.groups(GroupPage())]),
            Tab(
                title: "Log",
                pages: [.output(OutputPage("Log", [["log", "--graph"]], isLog: true))]),
            Tab(title: "Statistics", pages: [.output(OutputPage("Statistics", [["stats"]]))]),
            Tab(
                title: "Settings",
                pages: [
                    .output(
                        OutputPage(
                            "Settings",
                            [["config", "--list"], ["key", "list"]]))
                ]),
        ]
        refreshPage()
        switch link {
        case .task(let id)?: push(.output(Self.page(of: id)))
        case .category(let id)?: push(.tasks(TaskListPage("category:\(id.text)")))
        case nil: break
        }
    }

    private static func page(of task: TaskID) -> OutputPage {
        OutputPage("Task", [["show", task.description]])
    }

    /// What is to be done with the terminal, once.
    mutating func takeRequests() -> [Request] {
        defer { requests = [] }
        return requests
    }

    // MARK: Pages

    private var page: Page {
        get { tabs[current].pages[tabs[current].pages.count - 1] }
        set { tabs[current].pages[tabs[current].pages.count - 1] = newValue }
    }

    private mutating func push(_ page: Page) {
        guard tabs[current].pages.count < Self.greatestDepth else {
            return say("go back first: this is \(Self.greatestDepth) pages deep", isError: true)
        }
        tabs[current].pages.append(page)
        refreshPage()
    }

    /// Asks for what the page shows anew.
    private mutating func refreshPage() {
        switch page {
        case .tasks(var list):
            list.refresh(board)
            page = .tasks(list)
        case .groups(var groups):
            groups.refresh(board)
            page = .groups(groups)
        case .output(var output):
            output.refresh(surroundings, width: size.columns)
            page = .output(output)
        }
        detail = nil
    }

    /// Takes in what others wrote.
    mutating func storeHasChanged() {
        do throws(RedoError) {
            board = try TaskBoard(surroundings)
        } catch {
            say(error.message, isError: true)
        }
        refreshPage()
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
            detail = nil
            if case .output = page { refreshPage() }
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
            return
        }
        var opens = false
        switch page {
        case .tasks(var list):
            opens = list.handle(event, top: 1)
            page = .tasks(list)
        case .output(var output):
            opens = output.handle(event, top: 1)
            page = .output(output)
        case .groups: break
        }
        if opens { perform(.open) }
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
        switch page {
        case .tasks(var list):
            _ = list.handle(key)
            page = .tasks(list)
        case .groups(var groups):
            _ = groups.handle(key)
            page = .groups(groups)
        case .output(var output):
            _ = output.handle(key, surroundings, width: size.columns)
            page = .output(output)
        }
    }

    private mutating func select(tab: Int) {
        current = tab
        refreshPage()
    }

    /// The tasks that an action applies to.
    private var targets: [TaskID] {
        switch page {
        case .tasks(let list): return list.targets
        case .output(let output):
            if case .task(let id)? = output.selectedLink ?? output.ownTask, let task = TaskID(id) {
                return [task]
            }
            return []
        case .groups: return []
        }
    }

    private mutating func perform(_ action: UserAction) {
        let targets = targets
        switch action {
        case .quit: isOver = true
        case .help: isHelpShown = true
        case .nextTab: select(tab: (current + 1) % tabs.count)
        case .previousTab: select(tab: (current + tabs.count - 1) % tabs.count)
        case .refresh: storeHasChanged()
        case .add: sheet = TaskSheet(nil, board)
        case .edit:
            guard let id = targets.first, let task = board.tasks.state[id] else {
                return say("no task is selected", isError: true)
            }
            sheet = TaskSheet(task, board)
        case .done, .delete: write([action.rawValue], targets)
        case .undo: run(["undo"])
        case .snooze:
            guard !targets.isEmpty else { return say("no task is selected", isError: true) }
            prompt = Prompt(purpose: .snooze(targets), input: TextField("tomorrow"))
        case .mark:
            guard case .tasks(var list) = page else { return }
            list.toggleMark()
            page = .tasks(list)
        case .open: open()
        case .back: back()
        case .search:
            var before = ""
            if case .tasks(let list) = page { before = list.query } else { select(tab: 0) }
            prompt = Prompt(purpose: .search(before: before), input: TextField(before))
        case .command: prompt = Prompt(purpose: .command, input: TextField())
        case .copy:
            let id: String?
            if case .output(let output) = page, case .node(let node)? = output.selectedLink {
                id = node
            } else {
                id = targets.first?.description
            }
            guard let id else { return say("there is no id here", isError: true) }
            requests.append(.copy(id))
            say("copied \(id)")
        case .sync: requests.append(.sync)
        }
    }

    private mutating func open() {
        switch page {
        case .tasks(let list):
            if let id = list.selected?.task.id { push(.output(Self.page(of: id))) }
        case .groups(let groups):
            if let query = groups.selectedQuery { push(.tasks(TaskListPage(query))) }
        case .output(let output):
            switch output.selectedLink {
            case .task(let id)?: push(.output(OutputPage("Task", [["show", id]])))
            case .node(let id)?:
                push(
                    .output(
                        OutputPage(
                            "Node", [["cat-node", "--pretty", id], ["log", "-n", "1", id]])))
            case nil: break
            }
        }
    }

    private mutating func back() {
        if tabs[current].pages.count > 1 {
            tabs[current].pages.removeLast()
            refreshPage()
        } else if case .tasks(var list) = page {
            if list.marked.isEmpty { list.search("", board) } else { list.unmarkAll() }
            page = .tasks(list)
        }
    }

    // MARK: Writing

    private mutating func write(_ words: [String], _ targets: [TaskID]) {
        guard !targets.isEmpty else { return say("no task is selected", isError: true) }
        run(words + targets.map(\.description))
    }

    /// Runs a command, and says what it says.
    private mutating func run(_ words: [String]) {
        do throws(RedoError) {
            let done = try CapturedCommand(words, surroundings, isColored: false)
            if done.needsTerminal {
                requests.append(.run(words))
                return
            }
            let isDone = done.status == .done
            storeHasChanged()
            say(done.summary, isError: !isDone)
        } catch {
            say(error.message, isError: true)
        }
    }

    /// Takes in how a command ended that had the terminal. A sheet that it wrote is done with.
    mutating func commandEnded(isDone: Bool) {
        if isDone { sheet = nil }
        storeHasChanged()
    }

    private mutating func handleSheet(_ key: Key) {
        switch key {
        case .escape: sheet = nil
        case .enter:
            guard let words = sheet?.words else {
                sheet = nil
                return
            }
            do throws(RedoError) {
                let done = try CapturedCommand(words, surroundings, isColored: false)
                if done.needsTerminal { return requests.append(.run(words)) }
                guard done.status == .done else {
                    sheet?.mistake = done.summary
                    return
                }
                sheet = nil
                storeHasChanged()
                say(done.summary)
            } catch {
                sheet?.mistake = error.message
            }
        default:
            sheet?.handle(key)
            check()
        }
    }

    /// Says what is wrong with what has been typed so far.
    private mutating func check() {
        guard let words = sheet?.words,
            let end = words.firstIndex(of: "--") ?? words.indices.last.map({ $0 + 1 })
        else {
            sheet?.mistake = nil
            return
        }
        var tried = words
        tried.insert("--dry-run", at: end)
        let done = try? CapturedCommand(tried, surroundings, isColored: false)
        sheet?.mistake = done.flatMap { $0.status == .done ? nil : $0.summary }
    }

    // MARK: Prompts

    private mutating func handlePrompt(_ key: Key) {
        guard let prompt else { return }
        switch key {
        case .escape, .control("c"):
            self.prompt = nil
            if case .search(let before) = prompt.purpose { search(before) }
        case .enter:
            self.prompt = nil
            answer(prompt)
        case .tab:
            if case .command = prompt.purpose { completeCommand() }
        case .up, .down:
            // The list goes on being moved in while a query is typed.
            guard case .tasks(var list) = page else { return }
            _ = list.handle(key)
            page = .tasks(list)
        default:
            _ = self.prompt?.input.handle(key)
            searchAsTyped()
        }
    }

    private mutating func searchAsTyped() {
        if let prompt, case .search = prompt.purpose { search(prompt.input.text) }
    }

    private mutating func search(_ query: String) {
        guard case .tasks(var list) = page else { return }
        list.search(query, board)
        page = .tasks(list)
    }

    /// Completes the name of a command.
    private mutating func completeCommand() {
        guard let text = prompt?.input.text, !text.contains(" ") else { return }
        let names = Suite.commands.names.filter { $0.hasPrefix(text) }
        if names.count == 1 {
            prompt?.input = TextField(names[0] + " ")
        } else {
            say(names.joined(separator: " "))
        }
    }

    private mutating func answer(_ prompt: Prompt) {
        let text = prompt.input.text
        switch prompt.purpose {
        case .search: break
        case .snooze(let tasks):
            run(["snooze", "--until=\(text)"] + tasks.map(\.description))
        case .command:
            guard let words = shellWords(text), let name = words.first else { return }
            if name == "quit" || name == "q" {
                isOver = true
            } else if ReadingCommand.covers(name, Array(words.dropFirst())),
                !Self.goOn.contains(name)
            {
                push(.output(OutputPage("redo \(text)", [words])))
            } else {
                requests.append(.run(words))
            }
        }
    }

    /// Commands that only read, and go on until they are ended.
    private static let goOn: Set<String> = ["watch"]

    // MARK: Drawing

    /// What the terminal is to show.
    mutating func frame() -> Frame {
        var frame = Frame(rows: size.rows, columns: size.columns)
        guard size.rows >= 4, size.columns >= 20 else {
            frame.put("too small", row: 0, column: 0)
            return frame
        }
        drawTabs(&frame)
        let area = 1..<size.rows - 1
        if let sheet {
            sheet.draw(&frame, rows: area)
        } else if isHelpShown {
            drawHelp(&frame, area)
        } else {
            drawPage(&frame, area)
        }
        drawBottom(&frame)
        return frame
    }

    private mutating func drawPage(_ frame: inout Frame, _ area: Range<Int>) {
        switch page {
        case .tasks(var list):
            let isWide = size.columns >= Self.wideColumns
            let width = isWide ? size.columns * 3 / 5 : size.columns
            list.draw(&frame, rows: area, width: width, board)
            page = .tasks(list)
            if isWide { drawDetail(&frame, area, list.selected?.task.id, column: width + 1) }
        case .groups(var groups):
            groups.draw(&frame, rows: area, width: size.columns)
            page = .groups(groups)
        case .output(var output):
            output.draw(&frame, rows: area, column: 0, width: size.columns)
            page = .output(output)
        }
    }

    private mutating func drawDetail(
        _ frame: inout Frame, _ area: Range<Int>, _ task: TaskID?, column: Int
    ) {
        for row in area { frame.put(StyledText("│", .faint), row: row, column: column - 1) }
        guard let task else { return }
        let width = size.columns - column - 1
        if detail?.task != task {
            var page = Self.page(of: task)
            page.refresh(surroundings, width: width)
            detail = (task, page)
        }
        detail?.page.draw(&frame, rows: area, column: column + 1, width: width, isActive: false)
    }

    private func drawTabs(_ frame: inout Frame) {
        var column = 1
        for (place, tab) in tabs.enumerated() {
            let style: TextStyle = place == current ? TextStyle([.bold, .reversed]) : .faint
            column +=
                frame.put(StyledText(" \(place + 1) \(tab.title) ", style), row: 0, column: column)
                + 1
        }
        let trail = tabs[current].pages.dropFirst().map { page in
            switch page {
            case .tasks(let list): list.query
            case .groups: "Projects"
            case .output(let output): output.title
            }
        }
        if !trail.isEmpty {
            frame.put(
                StyledText("› " + trail.joined(separator: " › ").printable, .faint), row: 0,
                column: column)
        }
    }

    private func drawHelp(_ frame: inout Frame, _ area: Range<Int>) {
        var lines: [StyledText] = [StyledText("This page: \(commandLine)", .bold), ""]
        for action in UserAction.allCases {
            let key = (keys.names[action] ?? "").padded(to: 8)
            let command = action.commandName.map { "redo \($0)" } ?? ""
            lines.append("\(key) \(action.label.padded(to: 14)) \(command)")
        }
        lines.append(
            "1 to \(tabs.count)   go to a tab; arrows, j k g G C-d C-u, Page Up and Page Down move")
        let perColumn = area.count
        for (place, line) in lines.enumerated() {
            frame.put(
                line, row: area.lowerBound + place % perColumn,
                column: 1 + place / perColumn * max(40, size.columns / 2))
        }
    }

    /// The command that shows what the page shows.
    private var commandLine: String {
        switch page {
        case .tasks(let list):
            list.query.isEmpty ? "redo list" : "redo list --query '\(list.query)'"
        case .groups: "redo list --group project"
        case .output(let output): output.commandLine
        }
    }

    private func drawBottom(_ frame: inout Frame) {
        let row = size.rows - 1
        if let prompt {
            let label =
                switch prompt.purpose {
                case .search: "/"
                case .command: ":"
                case .snooze: "until: "
                }
            frame.put(StyledText(label, .bold), row: row, column: 0)
            prompt.input.draw(
                &frame, row: row, column: label.count, width: size.columns - label.count - 1,
                isActive: true)
            return
        }
        var right = ""
        if let syncStatus { right = syncStatus.printable }
        if case .tasks(let list) = page, right.isEmpty {
            right = "\(min(list.scroll.selected + 1, list.rows.count))/\(list.rows.count)"
            if !list.marked.isEmpty { right = "\(list.marked.count) marked  \(right)" }
        }
        let rightText = StyledText(right, .faint)
        let width = size.columns - rightText.columns - 2
        if let message {
            frame.put(message, row: row, column: 0, limit: width)
        } else {
            let shown: [UserAction] = [
                .add, .edit, .done, .delete, .snooze, .undo, .search, .command, .help, .quit,
            ]
            let footer = shown.map { "\(keys.names[$0] ?? "") \($0.label)" }.joined(separator: "  ")
            frame.put(StyledText(footer, .faint), row: row, column: 0, limit: width)
        }
        frame.put(rightText, row: row, column: max(0, size.columns - rightText.columns - 1))
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
