internal import CNCurses
import Glibc
import RedoSystem

/// The terminal as a screen, drawn by ncurses, which writes what has changed. Owns the screen of the library and ends
/// it; there is one at a time.
@safe package struct Screen: ~Copyable {
    private let handle: OpaquePointer
    private let window: OpaquePointer
    private let input: Int32
    private let output: Int32
    private let guardian: TerminalGuard
    private var colors: ColorPairs
    /// What the window has.
    private var shown: Frame?
    private var lastClick: (row: Int, column: Int, time: UInt64)?
    /// When Escape was passed on as a key, by the monotonic clock; nil if something else came since.
    private var escapeTime: UInt64?
    /// Characters that were read and turned out to be no part of a key.
    private var unread: [Int32] = []

    private static let loading = Result { () throws(RedoError) in
        try unsafe SharedLibrary.load(.ncurses, redo_ncurses_addresses(), redo_ncurses_names())
    }

    /// The sequences around a bracketed paste, and the codes of the two keys.
    private static let pasteOn = "\u{1B}[?2004h"
    private static let pasteOff = "\u{1B}[?2004l"
    private static let pasteStart: (sequence: String, code: Int32) = ("\u{1B}[200~", 0x1001)
    private static let pasteEnd: (sequence: String, code: Int32) = ("\u{1B}[201~", 0x1002)
    /// The maximum pause in a paste before its end is taken for lost, in milliseconds.
    private static let pasteTime: Int32 = 1000
    /// The time for which Escape may be the beginning of a longer key before it is a key of its own, in milliseconds. Terminals
    /// send a key at once; what comes later is told as ``InputEvent/insteadOfEscape(_:)``.
    private static let escapeDelay: Int32 = 6
    /// The maximum time for the rest of a key on a slow line, in milliseconds. A person takes longer from Escape to the
    /// next key.
    private static let slowKeyTime: Int32 = 60

    /// Takes over a terminal.
    ///
    /// - Parameters:
    ///   - isColored: whether there are colours if the terminal has some.
    ///   - background: what colours should be read on.
    /// - Throws: STORAGE_001 if ncurses is not installed or does not know the terminal.
    package init(
        input: Int32, output: Int32, isColored: Bool, background: Background
    ) throws(RedoError) {
        try Self.loading.get()
        _ = CharacterWidth.isLocaleSet
        let guardian = try failing(.notFound, "the terminal cannot be set up") {
            () throws(SystemError) in try TerminalGuard(of: input)
        }
        let (reading, writing) = (dup(input), dup(output))
        // The library keeps both files until the process ends.
        guard let inputFile = unsafe fdopen(reading, "r"),
            let outputFile = unsafe fdopen(writing, "w"),
            let handle = unsafe newterm(nil, outputFile, inputFile)
        else {
            throw RedoError(
                .notFound, "this terminal cannot show a screen",
                hints: ["TERM names the kind of the terminal"])
        }
        // Signals end the program as they do others.
        for number in [SIGINT, SIGTERM] { _ = signal(number, SIG_DFL) }
        // A window of the size of the screen; its rows and columns are adapted to the terminal.
        guard let window = unsafe redo_newwin() else {
            throw RedoError(.notFound, "this terminal cannot show a screen")
        }
        unsafe self.handle = handle
        unsafe self.window = window
        self.input = input
        self.output = output
        self.guardian = guardian
        colors = ColorPairs(isOn: isColored, on: background)
        // What fails here leaves the terminal with fewer keys.
        _ = raw()
        _ = noecho()
        _ = nonl()
        _ = set_escdelay(Self.escapeDelay)
        _ = unsafe redo_keypad(window, true)
        _ = unsafe redo_nodelay(window, true)
        for key in [Self.pasteStart, Self.pasteEnd] {
            _ = unsafe define_key(key.sequence, key.code)
        }
        _ = mouseinterval(0)
        _ = mousemask(mmask_t(Mouse.press | Mouse.wheelUp | Mouse.wheelDown), nil)
        // What is written before the first frame leaves the main screen alone.
        _ = unsafe redo_werase(window)
        _ = unsafe redo_wnoutrefresh(window)
        _ = doupdate()
        write(Self.pasteOn)
    }

    deinit {
        let off = Array(Self.pasteOff.utf8)
        try? writeBytes(off.span, to: output, path: "the terminal")
        _ = endwin()
        guardian.release()
    }

    /// The number of colours.
    package var colorCount: Int { colors.scale.count }

    private func write(_ sequence: String) {
        try? writeBytes(Array(sequence.utf8).span, to: output, path: "the terminal")
    }

    /// Hands a text to the clipboard of the terminal, where it has one (OSC 52 of xterm).
    ///
    /// - Parameter base64: the text in padded base64.
    package func copy(base64: String) {
        write("\u{1B}]52;c;\(base64)\u{07}")
    }

    /// Gives the terminal back for something else, and takes it again.
    package mutating func suspended<Value>(_ body: () -> Value) -> Value {
        write(Self.pasteOff)
        _ = endwin()
        let value = body()
        shown = nil
        _ = unsafe redo_clearok(window, true)
        write(Self.pasteOn)
        return value
    }

    // MARK: Output

    /// Shows a frame. Only rows that differ are passed on, and of these only cells that differ are written.
    package mutating func show(_ frame: Frame) {
        if let shown, shown.rows != frame.rows || shown.columns != frame.columns {
            self.shown = nil
        }
        for row in 0..<frame.rows {
            let range = row * frame.columns..<(row + 1) * frame.columns
            if let shown, shown.cells[range] == frame.cells[range] { continue }
            draw(frame.cells[range], row: row)
        }
        shown = frame
        _ = curs_set(frame.cursor == nil ? 0 : 1)
        if let cursor = frame.cursor {
            _ = unsafe redo_wmove(window, Int32(cursor.row), Int32(cursor.column))
        }
        _ = unsafe redo_wnoutrefresh(window)
        _ = doupdate()
    }

    private mutating func draw(_ cells: ArraySlice<Frame.Cell>, row: Int) {
        _ = unsafe redo_wmove(window, Int32(row), 0)
        var rest = cells
        while let first = rest.first {
            let run = rest.prefix { $0.style == first.style }
            rest = rest.dropFirst(run.count)
            var text: [wchar_t] = []
            for cell in run { text += cell.text.unicodeScalars.map { wchar_t($0.value) } }
            let (attributes, pair) = colors.attributes(of: first.style)
            var wide = pair
            // The last column cannot be left, which the call reports as a failure.
            _ = unsafe redo_wattr_set(window, attributes, Int16(clamping: pair), &wide)
            _ = unsafe redo_waddnwstr(window, text, Int32(text.count))
        }
    }

    // MARK: Input

    /// Notes the size of the terminal after it has changed.
    package mutating func resize() -> InputEvent? {
        guard let rows = Terminal.rows(of: output), let columns = Terminal.columns(of: output)
        else { return nil }
        _ = resizeterm(Int32(rows), Int32(columns))
        _ = unsafe redo_wresize(window, Int32(rows), Int32(columns))
        _ = unsafe redo_clearok(window, true)
        shown = nil
        return .resize(rows: rows, columns: columns)
    }

    /// The next event; nil if there is none now.
    package mutating func nextEvent() -> InputEvent? {
        while let (code, isKey) = next() {
            if let event = restOfKey(after: code, isKey) { return .insteadOfEscape(event) }
            if isKey, code == Self.pasteStart.code { return .paste(pasted()) }
            if isKey, code == KEY_MOUSE {
                if let event = mouseEvent() { return event }
                continue
            }
            if let key = isKey ? Self.key(ofCode: code) : Self.key(ofCharacter: code) {
                if key == .escape { escapeTime = Clock.monotonicNanoseconds() }
                return .key(key)
            }
        }
        return nil
    }

    private mutating func next() -> (code: Int32, isKey: Bool)? {
        unread.isEmpty ? read() : (unread.removeFirst(), false)
    }

    /// What a slow line passes on of a key whose Escape has been taken for a key of its own.
    ///
    /// - Parameter code: what came after it.
    private mutating func restOfKey(after code: Int32, _ isKey: Bool) -> InputEvent? {
        guard let time = escapeTime else { return nil }
        escapeTime = nil
        let passed = Clock.monotonicNanoseconds() - time
        guard !isKey, EscapeSequence.goesOn(with: code),
            passed < UInt64(Self.slowKeyTime) * 1_000_000
        else { return nil }
        var codes = [code]
        while !EscapeSequence.isWhole(codes), codes.count < EscapeSequence.maximumCount {
            if unread.isEmpty, !Terminal.hasInput(input, within: Self.slowKeyTime) { break }
            guard let (next, isKey) = next(), !isKey else { break }
            codes.append(next)
        }
        var text = ""
        for code in codes {
            if let scalar = Unicode.Scalar(UInt32(bitPattern: code)) {
                text.unicodeScalars.append(scalar)
            }
        }
        if text == EscapeSequence.pasteStart { return .paste(pasted()) }
        if let key = EscapeSequence.key(text) { return .key(key) }
        // A key that no list has changes nothing.
        if EscapeSequence.isWhole(codes), codes.count > 2 { return .scroll(0) }
        // These were typed.
        unread = Array(codes.dropFirst()) + unread
        return nil
    }

    /// A character or a key's code.
    private func read() -> (code: Int32, isKey: Bool)? {
        var code: wint_t = 0
        let result = unsafe redo_wget_wch(window, &code)
        switch result {
        case KEY_CODE_YES: return (Int32(bitPattern: code), true)
        case OK: return (Int32(bitPattern: code), false)
        default: return nil
        }
    }

    /// The input until the closing bracket, or until a timeout.
    private func pasted() -> String {
        var text = String.UnicodeScalarView()
        while true {
            guard let (code, isKey) = read() else {
                if Terminal.hasInput(input, within: Self.pasteTime) { continue }
                break
            }
            if isKey {
                if code == Self.pasteEnd.code { break }
                if code == KEY_ENTER { text.append("\n") }
                continue
            }
            if let scalar = Unicode.Scalar(UInt32(bitPattern: code)) {
                text.append(scalar == "\r" ? "\n" : scalar)
            }
        }
        return String(text)
    }

    private static func key(ofCharacter code: Int32) -> Key? {
        switch code {
        case 9: .tab
        case 10, 13: .enter
        case 27: .escape
        case 8, 127: .backspace
        case 1...26: Unicode.Scalar(UInt32(code) + 0x60).map { .control(Character($0)) }
        case 0x20...: Unicode.Scalar(UInt32(code)).map { .character(Character($0)) }
        default: nil
        }
    }

    private static func key(ofCode code: Int32) -> Key? {
        switch code {
        case KEY_UP: .up
        case KEY_DOWN: .down
        case KEY_LEFT: .left
        case KEY_RIGHT: .right
        case KEY_HOME: .home
        case KEY_END: .end
        case KEY_PPAGE: .pageUp
        case KEY_NPAGE: .pageDown
        case KEY_ENTER: .enter
        case KEY_BTAB: .backTab
        case KEY_BACKSPACE: .backspace
        case KEY_DC: .delete
        case KEY_IC: .insert
        case KEY_F0 + 1...KEY_F0 + 12: .function(Int(code - KEY_F0))
        default: nil
        }
    }

    /// Bits of events of the mouse: five for each button.
    private enum Mouse {
        static let press = 2
        static let wheelUp = 2 << 15
        static let wheelDown = 2 << 20
    }

    /// Two clicks within this many nanoseconds are a double click.
    private static let doubleClickTime: UInt64 = 400_000_000
    /// The lines that a turn of the wheel scrolls.
    private static let wheelLines = 3

    private mutating func mouseEvent() -> InputEvent? {
        var event = MEVENT()
        guard unsafe getmouse(&event) == OK else { return nil }
        let state = Int(event.bstate)
        if state & Mouse.wheelUp != 0 { return .scroll(-Self.wheelLines) }
        if state & Mouse.wheelDown != 0 { return .scroll(Self.wheelLines) }
        guard state & Mouse.press != 0 else { return nil }
        let (row, column, time) = (Int(event.y), Int(event.x), Clock.monotonicNanoseconds())
        let isDouble =
            lastClick.map {
                $0.row == row && $0.column == column && time - $0.time < Self.doubleClickTime
            } ?? false
        lastClick = isDouble ? nil : (row, column, time)
        return .click(row: row, column: column, isDouble: isDouble)
    }
}
