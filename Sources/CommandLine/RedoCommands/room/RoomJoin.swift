import RedoCommandLine
import RedoModel
import RedoRepository
import RedoScreen
import RedoStore
import RedoSystem

extension RoomSubcommand {
    /// `redo room join`: the conversation as it goes on.
    static let join = RoomSubcommand("join", [.value(.room)], options: [RoomOptions.joinPlain]) {
        (context, operands) throws(RedoError) in
        let store = try context.openStore()
        let session = try RoomSession(context.surroundings, store, operands[0])
        let asking = MachineAsking(context, session.view.room, store)
        if context.arguments.has(RoomOptions.joinPlain) {
            return try RoomPlainLoop.run(session, store, asking, &context)
        }
        guard context.surroundings.hasTerminalInput, context.surroundings.hasTerminalOutput else {
            throw .usage(
                "redo room join needs a terminal",
                hints: ["'redo room join --plain' works with lines"])
        }
        return try RoomTerminal.run(
            session, store, asking, context.surroundings, isColored: context.isColored)
    }
}

extension RoomOptions {
    static let joinPlain = OptionSpecification.flag(
        "plain", "join: read and print lines, for screen readers and programs")
}

/// Lets the machine of a room be asked while someone is in the room: by the device that did what the machine answers to,
/// if it has the machine's key (docs/extensions.md, section 5). `redo room answer` runs beside this process.
final class MachineAsking {
    private let program: LimitedProgram
    private let keys: Set<UserID>
    private var running: RunningProgram?
    /// What the machine was asked last: it is not asked twice.
    private var asked: RoomAnswering.Question?

    /// How long the machine and the syncs around it may take, in seconds.
    private static let seconds = 900
    private static let greatestOutputByteCount = 1 << 14

    /// - Returns: nil if no machine takes part, none is configured, or its key is not here.
    init?(_ context: borrowing CommandContext, _ room: Room, _ store: Store) {
        guard room.roster.machine != nil,
            (try? RoomAnswering(context, room, store)) != nil,
            let keys = try? context.keyring().ownUsers(),
            let folder = try? SuiteExecutables.folder()
        else { return nil }
        self.keys = keys
        program = LimitedProgram(
            Path.join(folder, "redo-room"),
            arguments: ["answer", "--redo-dir", store.path, "--", room.id.description],
            environment: [:], leavingOut: "REDO_COLOR", in: nil)
    }

    var isBusy: Bool { running != nil }

    /// Asks the machine if it is this device that asks.
    ///
    /// - Returns: what went wrong with an earlier question; nil if nothing did.
    func advance(_ room: Room) -> String? {
        if let running {
            guard let outcome = running.advance() else { return nil }
            self.running = nil
            if outcome.ending == .exited(0) || outcome.ending == .exited(1) { return nil }
            let text = String(decoding: outcome.output, as: UTF8.self)
            return text.split(separator: "\n").first.map { String($0).printable }
        }
        guard let question = RoomAnswering.Question(room, wantsCenotaph: false),
            question != asked, isOwn(question, room)
        else { return nil }
        asked = question
        running = try? program.start(
            input: [], seconds: Self.seconds, keeping: Self.greatestOutputByteCount)
        return nil
    }

    /// Whether this device wrote what the machine is to answer: the PAY for the invitation, else the turn before.
    private func isOwn(_ question: RoomAnswering.Question, _ room: Room) -> Bool {
        let cause =
            question.occasion == .invitation
            ? room.events.first { $0.verb == .pay } : room.turns.last
        // The first turn of all has none before it.
        let event = cause ?? room.events.first { $0.verb == .pay }
        return event.map { keys.contains($0.node.author.userID) } ?? false
    }
}

/// A terminal, and what happens while `redo room join` has it.
enum RoomTerminal {
    /// How long after a change of the store it is read, in milliseconds: several changes are read at once.
    private static let quiet: Int32 = 5
    private static let tick: Int32 = 100

    /// Shows the room until it is left, or a signal ends the process.
    static func run(
        _ session: RoomSession, _ store: Store, _ asking: MachineAsking?,
        _ surroundings: Surroundings, isColored: Bool
    ) throws(RedoError) -> ExitStatus {
        let termination = try watchingTerminal { () throws(SystemError) in try TerminationWatch() }
        let window = try watchingTerminal { () throws(SystemError) in try WindowWatch() }
        var changes = try StoreWatch.begin(store)
        var room = RoomScreen(
            session, rows: Terminal.rows(of: surroundings.output) ?? 24,
            columns: Terminal.columns(of: surroundings.output) ?? 80, isColored: isColored,
            notice: RoomPrivacy.warning(of: store))
        let sync = try RoomSync(store)
        let composing = RoomComposing(store, session.id)
        var askedCount = 0
        do {
            var screen = try Screen(surroundings, store, isColored: isColored)
            while !room.isOver {
                if room.takeWritten() { sync?.noteWritten() }
                sync?.advance()
                room.trouble = sync?.failure
                if let composing {
                    composing.note(hasTyped: room.takeTyped(), isComposing: room.isComposing)
                    composing.follow(sync, &askedCount)
                    room.lookForComposing()
                    if !room.session.view.composing.isEmpty { sync?.noteOthers() }
                }
                if let trouble = asking?.advance(room.session.view.room) {
                    room.say(trouble, isError: true)
                }
                screen.show(room.frame())
                let wait = RoomWait.milliseconds(sync, composing)
                let ready = Readiness.wait(
                    for: [
                        surroundings.input, changes.descriptor, window.descriptor,
                        termination.descriptor,
                    ], milliseconds: asking?.isBusy == true ? Self.tick : wait)
                if ready.contains(termination.descriptor) { break }
                if ready.contains(window.descriptor) {
                    window.drain()
                    if let event = screen.resize() { room.handle(event) }
                }
                if ready.contains(surroundings.input) {
                    var isAny = false
                    while !room.isOver, let event = screen.nextEvent() {
                        isAny = true
                        room.handle(event)
                    }
                    // A terminal that is gone can be read without end.
                    if !isAny, Terminal.rows(of: surroundings.output) == nil { break }
                }
                if ready.contains(changes.descriptor) {
                    _ = Readiness.wait(for: [termination.descriptor], milliseconds: quiet)
                    if try !changes.changes().isEmpty, room.storeHasChanged() {
                        sync?.noteOthers()
                    }
                }
            }
        }
        composing?.end()
        // What was written last goes to the others as well.
        if room.takeWritten() || sync?.isBusy == true { sync?.runOnce() }
        return .done
    }
}

/// Lines in, lines out, while `redo room join --plain` runs.
enum RoomPlainLoop {
    private static let quiet: Int32 = 5
    private static let tick: Int32 = 100

    /// Goes on until the input ends, the room is left, or a signal ends the process.
    static func run(
        _ session: RoomSession, _ store: Store, _ asking: MachineAsking?,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let termination = try watchingTerminal { () throws(SystemError) in
            try TerminationWatch()
        }
        var changes = try StoreWatch.begin(store)
        var room = RoomPlain(session)
        let sync = try RoomSync(store)
        let composing = RoomComposing(store, session.id)
        var askedCount = 0
        let input = context.surroundings.input
        let output = context.surroundings.output
        var lines = context.inputLines(greatestLineByteCount: 1 << 16)
        let warning = RoomPrivacy.warning(of: store).map { "-- \($0)" }
        try print(
            [session.view.room.title()] + (warning.map { [$0] } ?? []) + room.news(), &context)
        var trouble: String?
        while !room.isOver {
            if room.takeWritten() { sync?.noteWritten() }
            sync?.advance()
            if let failure = sync?.failure, failure != trouble {
                try print(["-- offline: \(failure)"], &context)
            }
            trouble = sync?.failure
            if let failure = asking?.advance(room.session.view.room) {
                try print(["-- \(failure)"], &context)
            }
            if let composing {
                composing.follow(sync, &askedCount)
                try print(room.lookForComposing(), &context)
                if !room.session.view.composing.isEmpty { sync?.noteOthers() }
            }
            let wait = asking?.isBusy == true ? tick : RoomWait.milliseconds(sync, composing)
            let ready =
                lines.isPaused
                ? Readiness.wait(
                    for: [input, changes.descriptor, termination.descriptor], outputs: [output],
                    milliseconds: wait) : [input]
            if ready.contains(termination.descriptor) { break }
            if ready.contains(output) { return .brokenPipe }
            if ready.contains(changes.descriptor) {
                _ = Readiness.wait(for: [termination.descriptor], milliseconds: quiet)
                if try !changes.changes().isEmpty, try room.reload() { sync?.noteOthers() }
                try print(room.news(), &context)
            }
            if ready.contains(input) {
                guard let line = try lines.next() else { break }
                switch line {
                case .tooLong: try print(["not done: the line is too long"], &context)
                case .bytes(let bytes):
                    guard let text = String(validating: bytes, as: UTF8.self) else {
                        try print(["not done: the line is not UTF-8"], &context)
                        continue
                    }
                    try print(room.take(text), &context)
                }
            }
        }
        if room.takeWritten() || sync?.isBusy == true { sync?.runOnce() }
        return .done
    }

    private static func print(
        _ lines: [String], _ context: inout CommandContext
    ) throws(RedoError) {
        for line in lines { try context.print(line + "\n") }
        try context.flush()
    }
}

/// How long `redo room join` waits for something to happen.
private enum RoomWait {
    private static let greatest: Int32 = 30_000

    /// In milliseconds; −1 for as long as nothing happens.
    static func milliseconds(_ sync: RoomSync?, _ composing: RoomComposing?) -> Int32 {
        guard let sync else { return -1 }
        return min(sync.milliseconds, composing?.milliseconds ?? greatest, greatest)
    }
}
