import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoScreen
import RedoStore
import RedoSystem

/// A terminal, and what happens while `redo ui` has it.
enum TerminalSession {
    /// How long after a change of the store it is read, in milliseconds: several changes are read at once.
    private static let quiet: Int32 = 5
    /// The interval in which a sync that runs is looked at, in milliseconds: five times a second.
    private static let syncTick: Int32 = 200
    private static let syncSeconds = 3600

    /// Shows the interface until it is left, or a signal ends the process.
    static func run(
        _ surroundings: Surroundings, isColored: Bool, _ store: Store, opening link: Link?
    ) throws(RedoError) -> ExitStatus {
        let termination = try watching { () throws(SystemError) in try TerminationWatch() }
        let window = try watching { () throws(SystemError) in try WindowWatch() }
        var changes = try StoreWatch.begin(store)
        var interface = try UserInterface(
            surroundings, isColored: isColored, rows: Terminal.rows(of: surroundings.output) ?? 24,
            columns: Terminal.columns(of: surroundings.output) ?? 80, opening: link)
        var screen = try Screen(
            input: surroundings.input, output: surroundings.output, isColored: isColored)
        var sync: RunningProgram?
        while !interface.isOver {
            screen.show(interface.frame())
            let ready = Readiness.wait(
                for: [
                    surroundings.input, changes.descriptor, window.descriptor,
                    termination.descriptor,
                ], milliseconds: sync == nil ? -1 : syncTick)
            if ready.contains(termination.descriptor) { break }
            if ready.contains(window.descriptor) {
                window.drain()
                if let event = screen.resize() { interface.handle(event) }
            }
            if ready.contains(surroundings.input) {
                var isAny = false
                while !interface.isOver, let event = screen.nextEvent() {
                    isAny = true
                    interface.handle(event)
                }
                // A terminal that is gone can be read without end.
                if !isAny, Terminal.rows(of: surroundings.output) == nil { break }
            }
            if ready.contains(changes.descriptor) {
                _ = Readiness.wait(for: [termination.descriptor], milliseconds: quiet)
                if try !changes.changes().isEmpty { interface.storeHasChanged() }
            }
            for request in interface.takeRequests() {
                switch request {
                case .copy(let text):
                    let code = base64(Array(text.utf8))
                    screen.copy(
                        base64: code + String(repeating: "=", count: (4 - code.count % 4) % 4))
                case .run(let words):
                    let isDone = screen.suspended { runInForeground(words) }
                    interface.commandEnded(isDone: isDone)
                case .sync:
                    if sync == nil {
                        sync = try? program(["sync"]).start(
                            input: [], seconds: syncSeconds, keeping: 1 << 16)
                        interface.syncStatus = "syncing…"
                    }
                }
            }
            if let outcome = sync?.advance() {
                sync = nil
                interface.syncStatus = nil
                let text = String(decoding: outcome.output, as: UTF8.self)
                let last = text.split(separator: "\n").last.map(String.init) ?? "synced"
                interface.say(last, isError: outcome.ending != .exited(0))
            }
        }
        return .done
    }

    private static let executable = "/proc/self/exe"

    private static func program(_ words: [String]) -> LimitedProgram {
        LimitedProgram(
            executable, arguments: words, environment: [:], leavingOut: "REDO_COLOR", in: nil)
    }

    /// Runs a command with the terminal, and waits for Enter, so that what it said can be read.
    ///
    /// - Returns: whether it succeeded.
    private static func runInForeground(_ words: [String]) -> Bool {
        let status = try? ForegroundProgram.run(executable, ["redo"] + words)
        if status == nil {
            try? writeBytes(Array("the command cannot be run\n".utf8).span, to: 2, path: "")
        }
        try? writeBytes(Array("\npress Enter to go back ".utf8).span, to: 2, path: "")
        var lines = LineReader(descriptor: 0, name: "the terminal", greatestLineByteCount: 1 << 12)
        _ = try? lines.next()
        return status == 0
    }

    private static func watching<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(RedoError) -> Result {
        try failing(.notFound, "the terminal cannot be watched") { () throws(SystemError) in
            try body()
        }
    }
}
