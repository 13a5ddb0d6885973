import RedoModel
import RedoScreen
import RedoSystem

extension UserInterface {
    /// Runs a command on the tasks that an action applies to.
    mutating func write(_ words: [String]) {
        let targets = page.targets
        guard !targets.isEmpty else { return say("no task is selected", isError: true) }
        run(words + targets.map(\.description))
    }

    /// Runs a command, and says what it says.
    mutating func run(_ words: [String]) {
        do throws(RedoError) {
            let done = try source.run(words)
            if done.needsTerminal { return ask(.run(words)) }
            reload()
            say(done.summary, isError: done.status != .done)
        } catch {
            say(error.message, isError: true)
        }
    }

    /// Takes in how a command ended that had the terminal. A sheet that it wrote is done with.
    mutating func commandEnded(isDone: Bool) {
        if isDone { sheet = nil }
        reload()
    }

    // MARK: Sheets

    mutating func handleSheet(_ key: Key) {
        switch key {
        case .escape: sheet = nil
        case .enter: writeSheet()
        default:
            sheet?.handle(key)
            check()
        }
    }

    /// Writes what was typed; where that fails the sheet stays.
    private mutating func writeSheet() {
        guard let words = sheet?.words else {
            sheet = nil
            return
        }
        do throws(RedoError) {
            let done = try source.run(words)
            if done.needsTerminal { return ask(.run(words)) }
            guard done.status == .done else {
                sheet?.mistake = done.summary
                return
            }
            sheet = nil
            reload()
            say(done.summary)
        } catch {
            sheet?.mistake = error.message
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
        let done = try? source.run(tried)
        sheet?.mistake = done.flatMap { $0.status == .done ? nil : $0.summary }
    }
}
