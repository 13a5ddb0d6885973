import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoScreen
import RedoStore
import RedoSystem

extension RoomCommand {
    /// `redo room join`: the conversation as it happens.
    struct Join: RoomSubcommand {
        private static let plain = OptionSpecification.flag(
            "plain", "join: read and print lines, for screen readers and programs")

        static let name = "join"
        static let options = [plain]

        private let room: String
        private let isPlain: Bool

        init(_ arguments: Arguments, _ operands: [String]) {
            room = operands[0]
            isPlain = arguments.has(Self.plain)
        }

        func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
            let store = try context.openStore()
            let session = try RoomSession(context, store, room)
            let asking = MachineAsking(context, store)
            if isPlain { return try RoomPlainLoop.run(session, store, asking, &context) }
            guard context.surroundings.hasTerminalInput, context.surroundings.hasTerminalOutput
            else {
                throw .usage(
                    "redo room join needs a terminal",
                    hints: ["'redo room join --plain' works with lines"])
            }
            return try RoomTerminal.run(
                session, store, asking, context.surroundings, isColored: context.isColored)
        }
    }
}

/// A terminal, and what happens while `redo room join` has it.
enum RoomTerminal {
    private enum Event { case termination, resizing, keys, change, progress }

    /// Shows the room until it is left, or a signal ends the process.
    static func run(
        _ session: RoomSession, _ store: Store, _ asking: MachineAsking?,
        _ surroundings: Surroundings, isColored: Bool
    ) throws(RedoError) -> ExitStatus {
        var loop = try watchingTerminal { () throws(SystemError) in
            try EventLoop<Event>(termination: .termination)
        }
        let window = try watchingTerminal { () throws(SystemError) in try WindowWatch() }
        var changes = try StoreWatch.begin(store)
        loop.watch(.input(window.descriptor), as: .resizing)
        loop.watch(.input(surroundings.input), as: .keys)
        loop.watch(.input(changes.descriptor, quiet: RoomWaiting.quiet), as: .change)
        var room = RoomScreen(
            session, rows: Terminal.rows(of: surroundings.output) ?? 24,
            columns: Terminal.columns(of: surroundings.output) ?? 80, isColored: isColored,
            notice: RoomPrivacy.warning(of: store))
        let sync = try RoomSync(store)
        let composing = RoomComposing(store, session.id)
        var askedCount = 0
        do {
            var screen = try Screen(surroundings, store, isColored: isColored)
            rounds: while !room.isOver {
                if room.takeWritten() { sync?.noteWritten() }
                sync?.advance()
                room.trouble = sync?.failure
                if let composing {
                    composing.note(hasTyped: room.takeTyped(), isComposing: room.isComposing)
                    composing.follow(sync, &askedCount)
                    room.lookForComposing()
                    if !room.session.view.composing.isEmpty { sync?.noteOthers() }
                }
                asking?.note([room.session.view.room])
                for trouble in asking?.advance() ?? [] { room.say(trouble, isError: true) }
                screen.show(room.frame())
                loop.watch(RoomWaiting.source(sync, composing, asking), as: .progress)
                for event in loop.wait() {
                    switch event {
                    case .termination: break rounds
                    case .resizing:
                        window.drain()
                        if let event = screen.resize() { room.handle(event) }
                    case .keys:
                        var isAny = false
                        while !room.isOver, let event = screen.nextEvent() {
                            isAny = true
                            room.handle(event)
                        }
                        // A terminal that is gone can be read without end.
                        if !isAny, Terminal.rows(of: surroundings.output) == nil { break rounds }
                    case .change:
                        if try !changes.changes().isEmpty, room.storeHasChanged() {
                            sync?.noteOthers()
                        }
                    case .progress: break
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
    private enum Event { case termination, brokenPipe, change, line, progress }

    /// Runs until the input ends, the room is left, or a signal ends the process.
    static func run(
        _ session: RoomSession, _ store: Store, _ asking: MachineAsking?,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var loop = try watchingTerminal { () throws(SystemError) in
            try EventLoop<Event>(termination: .termination)
        }
        var changes = try StoreWatch.begin(store)
        loop.watch(.closing(of: context.surroundings.output), as: .brokenPipe)
        loop.watch(.input(changes.descriptor, quiet: RoomWaiting.quiet), as: .change)
        loop.watch(.input(context.surroundings.input), as: .line)
        var room = RoomPlain(session)
        let sync = try RoomSync(store)
        let composing = RoomComposing(store, session.id)
        var askedCount = 0
        var lines = context.inputLines(maximumLineByteCount: 1 << 16)
        let warning = RoomPrivacy.warning(of: store).map { "-- \($0)" }
        try print(
            [session.view.room.title()] + (warning.map { [$0] } ?? []) + room.news(), &context)
        var trouble: String?
        rounds: while !room.isOver {
            if room.takeWritten() { sync?.noteWritten() }
            sync?.advance()
            if let failure = sync?.failure, failure != trouble {
                try print(["-- offline: \(failure)"], &context)
            }
            trouble = sync?.failure
            asking?.note([room.session.view.room])
            try print((asking?.advance() ?? []).map { "-- \($0)" }, &context)
            if let composing {
                composing.follow(sync, &askedCount)
                try print(room.lookForComposing(), &context)
                if !room.session.view.composing.isEmpty { sync?.noteOthers() }
            }
            loop.watch(RoomWaiting.source(sync, composing, asking), as: .progress)
            let hasWaited = lines.isPaused
            for event in hasWaited ? loop.wait() : [.line] {
                switch event {
                case .termination: break rounds
                case .brokenPipe: return .brokenPipe
                case .change, .line:
                    // What changed before a line came is shown before its answer.
                    if hasWaited {
                        if try !changes.changes().isEmpty, try room.reload() { sync?.noteOthers() }
                        try print(room.news(), &context)
                    }
                    if event == .change { continue }
                    switch try lines.next() {
                    case nil: break rounds
                    case .tooLong?: try print(["not done: the line is too long"], &context)
                    case .bytes(let bytes)?:
                        let text = String(validating: bytes, as: UTF8.self)
                        try print(
                            text.map { room.take($0) } ?? ["not done: the line is not UTF-8"],
                            &context)
                    }
                case .progress: break
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

/// The events of `redo room join` beside the input.
private enum RoomWaiting {
    /// The time for which nothing may change in the store before it is read, in milliseconds: several changes are read at once.
    static let quiet = 5
    /// A room with a remote is looked at this often in any case, in milliseconds.
    private static let interval = 30_000

    static func source(
        _ sync: RoomSync?, _ composing: RoomComposing?, _ asking: MachineAsking?
    ) -> EventSource {
        let machine = asking?.source ?? .none
        guard let sync else { return machine }
        return machine.or(sync.source).or(composing?.source ?? .none)
            .or(.every(milliseconds: interval))
    }
}
