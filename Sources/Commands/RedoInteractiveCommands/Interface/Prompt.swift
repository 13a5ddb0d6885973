import RedoCommandLine
import RedoModel
import RedoScreen

/// A line at the bottom that is being typed.
struct Prompt {
    enum Purpose {
        /// With the page as it was before, and how often the store had been read then.
        case search(before: any Page, readingCount: Int)
        case command
        case snooze([TaskID])
        /// A field that a page asks for.
        case value(String)
    }

    let purpose: Purpose
    var input: TextField
    /// The completions of a command line, since Tab was pressed.
    var candidates: [LineCompletion.Candidate] = []

    /// The text before the input.
    var label: String {
        switch purpose {
        case .search: "/"
        case .command: ":"
        case .snooze: "until: "
        case .value(let field): "\(field.printable): "
        }
    }
}

extension UserInterface {
    mutating func beginSnooze() {
        let tasks = page.targets
        guard !tasks.isEmpty else { return say("no task is selected", isError: true) }
        prompt = Prompt(purpose: .snooze(tasks), input: TextField("tomorrow"))
    }

    /// Begins a search on the page, or else in the first tab.
    mutating func beginSearch() {
        if page.query == nil { select(tab: 0) }
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
            if case .command = prompt.purpose { completeCommand() }
        case .up, .down:
            // The selection in the list can still move while a query is typed.
            if page.query != nil { page.handle(key, source) }
        default:
            self.prompt?.candidates = []
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

    private mutating func answer(_ prompt: Prompt) {
        let text = prompt.input.text
        switch prompt.purpose {
        case .search: break
        case .snooze(let tasks):
            run(["snooze", "--until=\(text)"] + tasks.map(\.description))
        case .value(let field): page.take(text, for: field, source)
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
