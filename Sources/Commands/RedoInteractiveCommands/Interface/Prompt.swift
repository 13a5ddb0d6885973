import RedoCommandLine
import RedoModel
import RedoScreen

/// A line at the bottom that is being typed.
struct Prompt {
    enum Purpose {
        /// With the page as it was before, and how often the store had been read then.
        case search(before: any Page, readingCount: Int)
        case command
        /// A value of tasks.
        case change(Change, [TaskID])
        /// A field that a page asks for.
        case value(String)
        /// What a command needs.
        case question(Question)
        /// A value of the configuration.
        case setting(SettingChange)
    }

    /// A change of tasks for which one value is asked.
    enum Change {
        case snooze, comment, priority, project, category

        var label: String {
            switch self {
            case .snooze: "until"
            case .comment: "comment"
            case .priority: "priority"
            case .project: "project"
            case .category: "category"
            }
        }

        /// The value before anything is typed.
        func initial(_ task: TaskState?, _ board: TaskBoard) -> String {
            switch self {
            case .snooze: "tomorrow"
            case .comment: ""
            case .priority: task.map { "\($0.priority)" } ?? ""
            case .project: task?.project?.description ?? ""
            case .category:
                task.flatMap { board.table.facts.facts(of: $0).categoryPath.last?.description }
                    ?? ""
            }
        }

        private static func orNone(_ text: String) -> String { text.isEmpty ? "none" : text }

        /// The commands that write a value.
        func commands(_ text: String, _ tasks: [TaskID]) -> [[String]] {
            let ids = tasks.map(\.description)
            switch self {
            case .snooze: return [["snooze", "--until=\(text)"] + ids]
            case .comment: return ids.map { ["comment", "add", "--", $0, text] }
            // 'redo edit' takes one task.
            case .priority: return ids.map { ["edit", "--priority=\(text)", $0] }
            case .project: return ids.map { ["edit", "--project=\(Self.orNone(text))", $0] }
            case .category: return ids.map { ["edit", "--category=\(Self.orNone(text))", $0] }
            }
        }
    }

    var purpose: Purpose
    var input: TextField
    /// The error of the last attempt.
    var mistake: String?
    /// The completions of a command line, since Tab was pressed.
    var candidates: [LineCompletion.Candidate] = []

    init(purpose: Purpose, input: TextField) {
        self.purpose = purpose
        self.input = input
    }

    /// The text above the line: the mistake, or what an answer means.
    var note: StyledText? {
        if let mistake { return StyledText(mistake.printable, .error) }
        switch purpose {
        case .question(let question): return question.note.map { StyledText($0, .faint) }
        case .setting(let change): return StyledText(change.note(on: input.text), .faint)
        case .search, .command, .change, .value: return nil
        }
    }

    /// The text before the input.
    var label: String {
        switch purpose {
        case .search: "/"
        case .command: ":"
        case .change(let change, _): "\(change.label): "
        case .value(let field): "\(field.printable): "
        case .question(let question): "\(question.label): "
        case .setting(let change): change.label
        }
    }
}

extension UserInterface {
    /// Asks for the value of a change. The value that is there is selected, so that typing replaces it.
    mutating func beginChange(_ change: Prompt.Change) {
        let tasks = page.targets
        guard let first = tasks.first else { return say("no task is selected", isError: true) }
        var input = TextField(
            change.initial(source.board.tasks.state[first], source.board))
        input.selectAll()
        prompt = Prompt(purpose: .change(change, tasks), input: input)
    }

    /// Begins a search on the page, or else in the list of tasks.
    mutating func beginSearch() {
        if page.query == nil { show(.tasks) }
        prompt = Prompt(
            purpose: .search(before: page, readingCount: source.readingCount),
            input: TextField(page.query ?? ""))
    }

    mutating func handlePrompt(_ key: Key) {
        guard let prompt else { return }
        switch key {
        case .escape, .control("c"):
            self.prompt = nil
            if case .search(let before, let count) = prompt.purpose {
                page = before
                if count != source.readingCount { page.refresh(source) }
            }
        case .enter:
            self.prompt = nil
            answer(prompt)
        case .tab:
            switch prompt.purpose {
            case .command: completeCommand()
            case .setting(var change):
                change.toggle()
                self.prompt?.purpose = .setting(change)
            case .change(let change, _): completeValue(of: change)
            case .search, .value, .question: break
            }
        case .up, .down:
            // The selection in the list can still move while a query is typed.
            if page.query != nil { page.handle(key, source) }
        default:
            self.prompt?.candidates = []
            self.prompt?.mistake = nil
            _ = self.prompt?.input.handle(key)
            searchAsTyped()
        }
    }

    mutating func searchAsTyped() {
        if let prompt, case .search = prompt.purpose { page.search(prompt.input.text, source) }
    }

    /// Completes the last word of a command line, or shows what it can be.
    private mutating func completeCommand() {
        guard let text = prompt?.input.text else { return }
        let completion = source.completion(of: text)
        if let completed = completion.completed { prompt?.input = TextField(completed) }
        prompt?.candidates = completion.candidates.count > 1 ? completion.candidates : []
    }

    /// Completes a project or a category, or shows those that there are.
    private mutating func completeValue(of change: Prompt.Change) {
        guard let text = prompt?.input.text else { return }
        let isAll = prompt?.input.isSelected ?? false
        let names = source.board.names(for: change).filter { isAll || $0.hasPrefix(text) }
        guard let first = names.first else { return }
        let common = names.dropFirst().reduce(first) { common, name in
            String(zip(common, name).prefix { $0 == $1 }.map(\.0))
        }
        if !isAll { prompt?.input = TextField(common) }
        prompt?.candidates = names.count > 1 ? names.map { .init(word: $0) } : []
    }

    /// Runs the command of an answer. If it fails, the prompt stays with what was typed.
    private mutating func run(_ words: [String]?, of prompt: Prompt, done: String = "") {
        guard let words, !run(words, done: done), requestsNothing else { return }
        var prompt = prompt
        prompt.mistake = message?.text
        message = nil
        self.prompt = prompt
    }

    private mutating func answer(_ prompt: Prompt) {
        let text = prompt.input.text
        switch prompt.purpose {
        case .question(let question):
            guard let words = question.command(text) else { return }
            if case .dialog = question.run { return ask(.run(words)) }
            run(words, of: prompt)
        case .setting(let change):
            run(change.words(text), of: prompt, done: "set \(prompt.label)\(text)")
        case .search: break
        case .change(let change, let tasks):
            for words in change.commands(text, tasks) where !run(words) { break }
        case .value(let field):
            if let done = page.take(text, for: field, source) { take(done) }
        case .command: runLine(text)
        }
    }

    /// Runs a command line: what only reads is a page, and other commands get the terminal.
    mutating func runLine(_ text: String) {
        guard let words = shellWords(text), let name = words.first else { return }
        if name == "quit" || name == "q" {
            isOver = true
        } else if source.suite.onlyReads(words), !Self.following.contains(name) {
            push(OutputPage("redo \(text)", [words]))
        } else {
            ask(.run(words))
        }
    }

    /// Commands that only read, and run until they are ended.
    private static let following: Set<String> = ["watch"]
}
