import RedoCommandLine
import RedoModel
import RedoScreen

/// A line at the bottom that is being typed.
struct Prompt {
    enum Purpose {
        case search(before: String)
        case command
        case snooze([TaskID])
    }

    let purpose: Purpose
    var input: TextField

    /// What stands before what is typed.
    var label: String {
        switch purpose {
        case .search: "/"
        case .command: ":"
        case .snooze: "until: "
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
        let before = page.query
        if before == nil { select(tab: 0) }
        prompt = Prompt(
            purpose: .search(before: before ?? ""), input: TextField(before ?? ""))
    }

    mutating func handlePrompt(_ key: Key) {
        guard let prompt else { return }
        switch key {
        case .escape, .control("c"):
            self.prompt = nil
            if case .search(let before) = prompt.purpose { page.search(before, source) }
        case .enter:
            self.prompt = nil
            answer(prompt)
        case .tab:
            if case .command = prompt.purpose { completeCommand() }
        case .up, .down:
            // The list goes on being moved in while a query is typed.
            if page.query != nil { page.handle(key, source) }
        default:
            _ = self.prompt?.input.handle(key)
            searchAsTyped()
        }
    }

    mutating func searchAsTyped() {
        if let prompt, case .search = prompt.purpose { page.search(prompt.input.text, source) }
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
                push(OutputPage("redo \(text)", [words]))
            } else {
                ask(.run(words))
            }
        }
    }

    /// Commands that only read, and go on until they are ended.
    private static let goOn: Set<String> = ["watch"]
}
