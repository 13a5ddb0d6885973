import RedoCommandLine
import RedoInsight
import RedoModel
import RedoScreen
import RedoSystem

/// A room in the whole terminal: the conversation, how it stands, and a line to type in. It draws frames and takes
/// events; the terminal is elsewhere.
struct RoomScreen {
    private(set) var session: RoomSession
    private var input = TextField(limit: 1 << 16, keepsLineFeeds: true)
    private var size: (rows: Int, columns: Int)
    private let isColored: Bool
    private let notice: String?
    /// The conversation in lines of the terminal's width.
    private var lines: [StyledText] = []
    /// The number of lines below the last one that is shown.
    private var scroll = 0
    private var message: StyledText?
    private var isHelpShown = false
    /// True if Ctrl-C was pressed over a line that has text.
    private var isLeaving = false
    /// Whether Tab was pressed where it passes.
    private var isPassing = false
    private(set) var isOver = false
    /// True if what is typed is different since that was last asked.
    private var hasTyped = false
    /// The reason that the room is not synced with its remote; nil if it is.
    var trouble: String?

    /// - Parameter notice: what stands above the conversation.
    init(
        _ session: RoomSession, rows: Int, columns: Int, isColored: Bool, notice: String? = nil
    ) {
        self.session = session
        self.notice = notice
        self.isColored = isColored
        size = (rows, columns)
        layOut()
    }

    // MARK: Events

    mutating func handle(_ event: InputEvent) {
        let before = input.text
        defer { hasTyped = hasTyped || input.text != before }
        switch event {
        case .key(let key): handle(key)
        case .paste(let text): input.insert(text)
        case .insteadOfEscape(let event): handle(event)
        case .click: break
        case .scroll(let count): scroll(by: -count)
        case .resize(let rows, let columns):
            size = (rows, columns)
            layOut()
        }
    }

    private mutating func handle(_ key: Key) {
        if key != .control("c") { isLeaving = false }
        if key != .tab { isPassing = false }
        message = nil
        switch key {
        case .enter: submit()
        case .tab: doWithoutWords()
        case .control("c"),
            .control("d") where input.text.isEmpty:
            if input.text.isEmpty || isLeaving { return isOver = true }
            isLeaving = true
            say("press C-c again to leave; what you typed is lost then")
        case .pageUp: scroll(by: page)
        case .pageDown: scroll(by: -page)
        case .escape: isHelpShown = false
        default: _ = input.handle(key)
        }
    }

    private var page: Int { max(1, size.rows - 5) }

    private mutating func scroll(by count: Int) {
        scroll = max(0, min(scroll + count, lines.count - 1))
    }

    /// Performs the action of Tab, which needs no words. While text is typed, it only names the action.
    private mutating func doWithoutWords() {
        guard input.text.isEmpty else {
            return say("Tab would \(wordless.map(\.meaning) ?? "do nothing"): empty the line first")
        }
        guard let word = wordless else { return say(session.situation) }
        if word == .pass, !isPassing {
            isPassing = true
            return say("Tab again passes: a turn that is passed never comes back")
        }
        perform(word)
    }

    /// The actions without words: those that exclude one another share one key.
    private var wordless: RoomCommandWord? {
        guard let choices = session.view.choices else { return nil }
        if choices.canAccept { return .accept }
        switch choices.speech {
        case .turn: return .pass
        case .raiseHand, .lowerHand: return .hand
        case nil: return nil
        }
    }

    private mutating func submit() {
        switch RoomLine(input.text) {
        case .nothing: break
        case .say(let text):
            guard session.view.choices?.speech == .turn else {
                return say("\(session.situation): what you typed stays here", isError: true)
            }
            perform(.say(text))
        case .lastWords(let text): perform(.cenotaph(text))
        case .command(.quit): isOver = true
        case .command(.help):
            isHelpShown = true
            input.clear()
        case .command(.hide): hide()
        case .command(let word): perform(word)
        case .unconfirmed(let word):
            say("'/\(word.rawValue) yes': \(word.meaning)", isError: true)
        case .unknown(let line): say("not a command: '\(line)'; /help lists them", isError: true)
        }
    }

    private mutating func hide() {
        do throws(RedoError) {
            try session.hide()
            input.clear()
            say("hidden on this device: 'redo room unhide' shows it again")
        } catch {
            say(error.message, isError: true)
        }
    }

    private mutating func perform(_ word: RoomCommandWord) {
        do throws(RedoError) {
            if let act = try session.act(for: word) { perform(act) }
        } catch {
            say(error.message, isError: true)
        }
    }

    /// Performs an act, and then clears the typed text. After a failure the text remains.
    private mutating func perform(_ act: RoomAct) {
        do throws(RedoError) {
            try session.perform(act)
            input.clear()
            isPassing = false
            layOut()
            scroll = 0
        } catch {
            let hint = error.hints.first.map { "; \($0)" } ?? ""
            say(error.message + (error.code == .keyNotLoaded ? hint : ""), isError: true)
        }
    }

    /// True if the line holds what to say.
    var isComposing: Bool { session.isComposing(input.text) }

    /// True if what is typed is different since the last call.
    mutating func takeTyped() -> Bool {
        defer { hasTyped = false }
        return hasTyped
    }

    /// Reads who else is writing.
    mutating func lookForComposing() { session.lookForComposing() }

    /// Notes what was written, here or elsewhere.
    ///
    /// - Returns: whether anything in the room is different.
    @discardableResult
    mutating func storeHasChanged() -> Bool {
        do throws(RedoError) {
            guard try session.reload() else { return false }
            let before = lines.count
            layOut()
            // What is read stays where it is.
            if scroll > 0 { scroll(by: lines.count - before) }
            return true
        } catch {
            say(error.message, isError: true)
            return false
        }
    }

    /// True if something was written since the last call.
    mutating func takeWritten() -> Bool { session.takeWritten() }

    /// Shows a line at the bottom, until a key is pressed.
    mutating func say(_ text: String, isError: Bool = false) {
        message = StyledText(text.printable, isError ? .error : .plain)
    }

    // MARK: Drawing

    private mutating func layOut() {
        let page = RoomPage(session.view, columns: size.columns, isStyled: isColored)
        let texts = RoomTranscript(session.view.room).lines.flatMap { page.lines(of: $0) }
        lines = StyledText.lines(of: Array((texts.joined(separator: "\n") + "\n").utf8))
        if let notice { lines = StyledText(notice, .faint).wrapped(to: size.columns) + lines }
        scroll = max(0, min(scroll, lines.count - 1))
    }

    /// The frame for the terminal.
    func frame() -> Frame {
        var frame = Frame(rows: size.rows, columns: size.columns)
        guard size.rows >= 4, size.columns >= 20 else {
            frame.put("too small", row: 0, column: 0)
            return frame
        }
        frame.put(
            StyledText(session.view.room.title().printable, .bold), row: 0, column: 0)
        drawConversation(&frame, 1..<size.rows - 2)
        drawStatus(&frame, row: size.rows - 2)
        drawInput(&frame, row: size.rows - 1)
        return frame
    }

    private func drawConversation(_ frame: inout Frame, _ area: Range<Int>) {
        let shown: ArraySlice<StyledText>
        if isHelpShown {
            shown = RoomLine.explanation.map { StyledText($0) }.prefix(area.count)
        } else {
            shown = lines.dropLast(scroll).suffix(area.count)
        }
        for (row, line) in zip(area, shown) { frame.put(line, row: row, column: 0) }
    }

    private func drawStatus(_ frame: inout Frame, row: Int) {
        var right = scroll > 0 ? "\(scroll) more below" : ""
        if right.isEmpty, let trouble { right = "offline: \(trouble)".printable }
        let hands = session.view.room.hands
        if right.isEmpty, !hands.isEmpty { right = "hand up: \(session.view.names(hands))" }
        let rightText = StyledText(right, .faint)
        let room = size.columns / 2
        let situation = [session.situation, session.view.writing].compactMap(\.self)
        let left = message ?? StyledText(situation.joined(separator: "; "), .bold)
        let rightWidth = min(rightText.columns, room)
        let leftLimit = rightWidth == 0 ? size.columns : size.columns - rightWidth - 2
        frame.put(left, row: row, column: 0, limit: leftLimit)
        if rightWidth > 0 {
            frame.put(rightText, row: row, column: size.columns - rightWidth, limit: rightWidth)
        }
    }

    private func drawInput(_ frame: inout Frame, row: Int) {
        let label = session.view.choices?.speech == .turn ? "say> " : "> "
        frame.put(StyledText(label, .bold), row: row, column: 0)
        let column = label.utf8.count
        if input.text.isEmpty {
            let hint = wordless.map { "Tab: \($0.meaning)" } ?? "/help lists commands"
            frame.put(StyledText(hint, .faint), row: row, column: column + 1)
        }
        input.draw(
            &frame, row: row, column: column, width: size.columns - column - 1, isActive: true)
    }
}
