import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoModel
import RedoScreen
import RedoStore
import RedoSystem

/// A terminal, and what happens while `redo ui` has it.
enum TerminalSession {
    private enum Event {
        case termination, moment, resizing, keys, change, sync, work, tick, pause, room
    }

    /// The time for which nothing may change in the store before it is read, in milliseconds: several changes are read at once.
    static let quiet = 5
    /// The time for which nothing is typed before tabs that are not seen are prepared, in milliseconds.
    private static let pause = 300
    /// The interval in which a command that runs beside the screen is shown, in milliseconds: five times a second.
    private static let workTick = 200
    static let workSeconds = 3600
    static let maximumOutputByteCount = 4 << 20
    /// The maximum time that a cancelled command beside the screen takes to end, in milliseconds, before it is asked again.
    private static let cancelTick: Int32 = 100

    /// Shows the interface until it is left, or a signal ends the process.
    static func run(
        _ context: borrowing CommandContext, _ store: Store, opening link: Link?
    ) throws(RedoError) -> ExitStatus {
        keepNothingUntilExit()
        let surroundings = context.surroundings
        var loop = try watchingTerminal { () throws(SystemError) in
            try EventLoop<Event>(termination: .termination)
        }
        let window = try watchingTerminal { () throws(SystemError) in try WindowWatch() }
        let timer = try watchingTerminal { () throws(SystemError) in try WallTimer() }
        var changes = try StoreWatch.begin(store)
        let syncs = try watchingTerminal { () throws(SystemError) in try FileWatch() }
        // Before the first sync there is no such folder; then the one that is begun here makes it.
        _ = try? syncs.add(store.syncPath)
        loop.watch(.input(timer.descriptor), as: .moment)
        loop.watch(.input(window.descriptor), as: .resizing)
        loop.watch(.input(surroundings.input), as: .keys)
        loop.watch(.input(changes.descriptor, quiet: quiet), as: .change)
        loop.watch(.input(syncs.descriptor), as: .sync)
        var interface = try UserInterface(
            context.suite, surroundings, isColored: context.isColored,
            rows: Terminal.rows(of: surroundings.output) ?? 24,
            columns: Terminal.columns(of: surroundings.output) ?? 80, opening: link)
        if link == nil { interface.restore() }
        var screen = try Screen(surroundings, store, isColored: context.isColored)
        var rooms = RoomFollowing(context, store)
        var work: (what: BackgroundWork, program: RunningProgram)?
        var (reading, hasRung) = (-1, false)
        rounds: while !interface.isOver {
            screen.show(interface.frame())
            // Reminders are looked at when the screen shows what has changed.
            if hasRung || reading != interface.source.readingCount {
                let now = try context.now()
                if hasRung { interface.timePasses(to: now) }
                if reading != interface.source.readingCount {
                    interface.tasksHaveChanged(at: now)
                    rooms.note(interface.source.board.repository)
                }
                (reading, hasRung) = (interface.source.readingCount, false)
                try set(timer, interface, context)
                screen.show(interface.frame())
            }
            for failure in try rooms.advance(&interface) { interface.say(failure, isError: true) }
            loop.watch(rooms.source, as: .room)
            let isIdle = work == nil && interface.staleTab != nil
            loop.watch(work?.program.source ?? .none, as: .work)
            loop.watch(work == nil ? .none : .every(milliseconds: workTick), as: .tick)
            loop.watch(isIdle ? .after(milliseconds: pause) : .none, as: .pause)
            for event in loop.wait() {
                switch event {
                case .termination: break rounds
                case .moment:
                    let ring = try watchingTerminal { () throws(SystemError) in try timer.ring() }
                    if ring == .none { continue }
                    Clock.readTimeZone()
                    hasRung = true
                case .resizing:
                    window.drain()
                    if let event = screen.resize() { interface.handle(event) }
                case .keys:
                    var isAny = false
                    while !interface.isOver, let event = screen.nextEvent() {
                        isAny = true
                        interface.handle(event)
                    }
                    // A terminal that is gone can be read without end.
                    if !isAny, Terminal.rows(of: surroundings.output) == nil { break rounds }
                case .change:
                    if try !changes.changes().isEmpty, interface.storeHasChanged() {
                        rooms.noteOthers()
                    }
                case .room: break
                case .sync:
                    _ = try? syncs.events()
                    interface.syncHasEnded()
                case .work:
                    guard let (what, program) = work, let outcome = program.advance() else {
                        continue
                    }
                    work = nil
                    interface.workEnded(
                        what, isDone: outcome.ending == .exited(0), outcome.output)
                case .tick: if let program = work?.program { interface.workGoesOn(program.printed) }
                case .pause:
                    interface.prepareTab()
                    Heap.trim()
                }
            }
            for request in interface.takeRequests() {
                switch request {
                case .copy(let text):
                    let code = base64(Array(text.utf8))
                    screen.copy(
                        base64: code + String(repeating: "=", count: (4 - code.count % 4) % 4))
                case .run(let words):
                    // A room that was joined has been seen.
                    let waits = words.prefix(2) != ["room", "join"]
                    let isDone = screen.suspended { runInForeground(words, waits: waits) }
                    interface.commandEnded(isDone: isDone)
                case .begin(let what):
                    let progress = BackgroundWork.isLong(what.words) ? ["--progress"] : []
                    if let program = try? program(what.arguments + progress).start(
                        input: [], seconds: workSeconds, keeping: maximumOutputByteCount)
                    {
                        work = (what, program)
                    } else {
                        interface.workEnded(
                            what, isDone: false, Array("error: it cannot be run\n".utf8))
                    }
                case .cancel: work?.program.cancel()
                }
            }
        }
        if link == nil { interface.keepRecord() }
        rooms.end()
        // A command beside the screen ends what it is writing.
        if let program = work?.program {
            program.cancel()
            while program.advance(within: cancelTick) == nil {}
        }
        return .done
    }

    /// Sets the timer to the next moment at which the screen changes.
    static func set(
        _ timer: borrowing WallTimer, _ interface: borrowing UserInterface,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        // A clock that stands still, as in tests, comes to no moment.
        if context.hasFixedClock { return }
        let next = interface.nextMoment.milliseconds
        try watchingTerminal { () throws(SystemError) in try timer.set(to: next) }
    }

    static func program(_ words: [String]) -> LimitedProgram {
        LimitedProgram(
            Program.executable, arguments: words.map { SystemText.text(written: $0) },
            environment: ErrorForm.forLines, leavingOut: "REDO_COLOR", in: nil)
    }

    /// Runs a command with the terminal, and waits for Enter, so that what it said can be read.
    ///
    /// - Parameter waits: whether it waits.
    /// - Returns: whether it succeeded.
    static func runInForeground(_ words: [String], waits: Bool = true) -> Bool {
        let status = try? ForegroundProgram.run(
            Program.executable, ["redo"] + words.map { SystemText.text(written: $0) })
        if status == nil {
            try? writeBytes(Array("the command cannot be run\n".utf8).span, to: 2, path: "")
        }
        guard waits else { return status == 0 }
        try? writeBytes(Array("\npress Enter to go back ".utf8).span, to: 2, path: "")
        var lines = LineReader(descriptor: 0, name: "the terminal", maximumLineByteCount: 1 << 12)
        _ = try? lines.next()
        return status == 0
    }
}
