import RedoCommandParts
import RedoModel
import RedoScreen
import RedoStore
import RedoSystem

extension UserInterface {
    /// Runs a command on the tasks that an action applies to.
    mutating func write(_ words: [String]) {
        let targets = page.targets
        guard !targets.isEmpty else { return say("no task is selected", isError: true) }
        run(words + targets.map(\.description))
    }

    /// Stops the work on the tasks that an action applies to if it runs for one of them, and starts it otherwise.
    mutating func startOrStop() {
        let targets = page.targets
        let areActive = targets.contains { id in
            source.board.tasks.state[id].map {
                source.board.table.facts.marks(of: $0).contains(.active)
            } ?? false
        }
        write([areActive ? "stop" : "start"])
    }

    /// Runs a command, and says what it says.
    ///
    /// - Parameter done: what is said of a command that says nothing.
    /// - Returns: whether it is done.
    @discardableResult
    mutating func run(_ words: [String], done text: String = "") -> Bool {
        do throws(RedoError) {
            let done = try source.run(words)
            if done.needsTerminal {
                ask(.run(words))
                return false
            }
            reload()
            let isDone = done.status == .done
            say(
                isDone && done.summary.isEmpty ? text : done.summary, isError: !isDone)
            return done.status == .done
        } catch {
            say(error.message, isError: true)
            return false
        }
    }

    /// Notes how a command ended that had the terminal. A sheet that it wrote is done with.
    mutating func commandEnded(isDone: Bool) {
        let before = source.board.tasks.ids
        let isAdded = isDone && sheet?.subject == .newTask
        if isDone { sheet = nil }
        if !storeHasChanged() { reload() }
        if isAdded { showAdded(since: before, "added") }
    }

    // MARK: Beside the screen

    /// Begins a command that takes long, unless one runs.
    mutating func begin(_ work: BackgroundWork) {
        guard workStatus == nil else {
            return say("wait until \(workStatus ?? "") ends", isError: true)
        }
        workStatus = "\(work.words.joined(separator: " "))…"
        ask(.begin(work))
    }

    /// Ends the command that runs beside the screen. What it has written stays.
    mutating func cancelWork() {
        isWorkCancelled = true
        workStatus = "cancelling…"
        ask(.cancel)
    }

    /// Notes how far a command is that runs beside the screen.
    mutating func workGoesOn(_ printed: [UInt8]) {
        let line = BackgroundWork.lastLine(of: printed)
        if !line.isEmpty, !isWorkCancelled { workStatus = line }
    }

    /// Notes the end of a command that ran beside the screen.
    ///
    /// - Parameter printed: on standard output and standard error.
    mutating func workEnded(_ work: BackgroundWork, isDone: Bool, _ printed: [UInt8]) {
        workStatus = nil
        syncHasEnded()
        let wasCancelled = isWorkCancelled
        isWorkCancelled = false
        let result = BackgroundWork.result(of: printed)
        let record = work == .sync ? BackgroundWork.record(of: result) : nil
        // A sync that has reported its result was faster than the key.
        if wasCancelled, !isDone, record == nil {
            storeHasChanged()
            return say("cancelled: \(work.words.joined(separator: " ")); what it wrote stays")
        }
        if work == .sync { return syncEnded(record, result) }
        let text = String(decoding: result, as: UTF8.self)
        let errors = text.split(separator: "\n").filter { $0.hasPrefix("error: ") }
        if !isDone, errors.contains(where: Self.needsTerminal) { return ask(.run(work.words)) }
        storeHasChanged()
        if let title = work.title {
            finishedPage = OutputPage(title, work.words, printed: result)
            return showFinishedPage()
        }
        say(
            errors.first.map(String.init) ?? BackgroundWork.lastLine(of: result),
            isError: !isDone)
    }

    private mutating func syncEnded(_ record: SyncRecord?, _ printed: [UInt8]) {
        guard let record else {
            storeHasChanged()
            let line = BackgroundWork.lastLine(of: printed)
            return say(line.isEmpty ? "the sync did not end well" : line, isError: true)
        }
        if let code = record.failure?.code,
            code == .unauthenticated || code.isAboutKeys
        {
            return ask(.run(BackgroundWork.sync.words))
        }
        message = nil
        storeHasChanged()
        if record.isOffline {
            return say("offline: your changes are sent with the next sync", isError: true)
        }
        // What others changed says more than how many nodes came.
        if message != nil, record.failure == nil, record.status == .done { return }
        let failure = record.failure.map { Diagnostic(.error, $0.code, $0.message).line }
        say(failure ?? SyncListing.result(of: record), isError: record.status != .done)
    }

    /// True if a command failed that could ask for something with the terminal.
    private static func needsTerminal(_ error: Substring) -> Bool {
        guard let error = Diagnostic(reading: error) else { return false }
        return error.code.isAboutKeys || error.code == .unauthenticated
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
            let isNew = sheet?.subject == .newTask
            let before = source.board.tasks.ids
            sheet = nil
            reload()
            if isNew { showAdded(since: before, done.summary) } else { say(done.summary) }
        } catch {
            sheet?.mistake = error.message
        }
    }

    /// Selects the task that was added, or says why the page does not show it.
    ///
    /// - Parameters:
    ///   - before: the ids of the tasks before.
    ///   - summary: what the command printed.
    private mutating func showAdded(since before: [TaskID], _ summary: String) {
        let added = Set(source.board.tasks.ids).subtracting(before)
        guard let id = added.first, let query = page.query, !page.select(id) else {
            return say(summary)
        }
        let reason = query.isEmpty ? "it is hidden until later" : "the filter leaves it out"
        say("\(summary); not shown: \(reason)")
    }

    /// Shows the mistake in the text typed so far.
    private mutating func check() {
        guard let sheet, sheet.subject.canBeTried, let words = sheet.words,
            let end = words.firstIndex(of: "--") ?? words.indices.last.map({ $0 + 1 })
        else {
            self.sheet?.mistake = nil
            return
        }
        var tried = words
        tried.insert("--dry-run", at: end)
        let done = try? source.run(tried)
        self.sheet?.mistake = done.flatMap { $0.status == .done ? nil : $0.summary }
    }
}
