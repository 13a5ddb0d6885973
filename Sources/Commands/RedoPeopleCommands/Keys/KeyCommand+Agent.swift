import RedoCommandLine
import RedoCrypto
import RedoKeys
import RedoRepository
import RedoStore
import RedoSystem

extension KeyCommand {
    /// An action on the process that holds unlocked keys.
    enum AgentAction {
        /// Starts the process, for the time that it holds a key; nil for the time in the configuration.
        case start(SpanOfTime?)
        case run(SpanOfTime?)
        case stop, lock, status

        /// - Throws: wrong usage for another word, and for a time of another form.
        init(_ word: String?, _ arguments: Arguments) throws(RedoError) {
            switch word ?? "start" {
            case "start": self = .start(try Self.time(arguments))
            case "run": self = .run(try Self.time(arguments))
            case "stop": self = .stop
            case "lock": self = .lock
            case "status": self = .status
            default:
                throw .usage(
                    "'redo key agent' starts, stops or locks an agent, or shows its status")
            }
        }

        private static func time(_ arguments: Arguments) throws(RedoError) -> SpanOfTime? {
            guard let text = arguments.value(agentTime) else { return nil }
            guard let span = SpanOfTime(text), span.milliseconds > 0 else {
                throw .usage("--time takes a span such as 15min or 8h, not '\(text)'")
            }
            return span
        }
    }

    static let agentTime = OptionSpecification.value(
        "time", takes: "span", "agent: how long it holds a key, such as 15min or 8h")

    /// The time for which `start` waits for the agent to listen, in steps of 10 ms.
    private static let startSteps = 500

    /// Starts, asks, locks and ends the process that holds unlocked keys.
    static func agent(
        _ context: inout CommandContext, _ action: AgentAction
    ) throws(RedoError) -> ExitStatus {
        guard let directory = try context.keyring().keyAgentDirectory else {
            throw RedoError(
                .keyNotSaved, "XDG_RUNTIME_DIR names no folder for the key agent's socket",
                hints: [
                    "log in with a session, or set it to a folder that only you can enter: "
                        + "XDG_RUNTIME_DIR=~/.cache redo key agent start"
                ])
        }
        let agent = KeyAgent(in: directory)
        switch action {
        case .start(let time): return try start(directory, agent, time, context)
        case .run(let time):
            let span = try agentTime(time, context)
            let nanoseconds = UInt64(span.milliseconds) * 1_000_000
            guard
                var server = try KeyAgentServer.start(
                    in: directory, nanoseconds: nanoseconds,
                    isSupervised: context.surroundings.variables.passesListener)
            else { throw runsAlready }
            try server.serve()
            return .done
        case .stop:
            try agent.stop()
            return .done
        case .lock:
            try agent.lock()
            return .done
        case .status:
            let (process, keys) = try agent.status()
            try context.print("process \(process)\n")
            for (user, seconds) in keys { try context.print("key \(user) \(seconds)\n") }
            return .done
        }
    }

    private static var runsAlready: RedoError {
        RedoError(
            .keyNotSaved, "a key agent runs already", status: .no,
            hints: ["'redo key agent status' shows it", "'redo key agent stop' ends it"])
    }

    private static func agentTime(
        _ given: SpanOfTime?, _ context: borrowing CommandContext
    ) throws(RedoError) -> SpanOfTime {
        if let given { return given }
        return try context.keyring().helpers.agentTime()
    }

    /// Starts the agent as a process of its own, and waits until it listens.
    private static func start(
        _ directory: KeyAgentDirectory, _ agent: KeyAgent, _ time: SpanOfTime?,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> ExitStatus {
        guard !agent.isRunning else { throw runsAlready }
        try directory.prepare()
        let span = try agentTime(time, context)
        let program = Path.join(try SuiteExecutables.directory(), "redo-key")
        try failing(.keyNotSaved, "the key agent cannot be started") { () throws(SystemError) in
            try Program.startDetached(
                program,
                arguments: ["redo-key", "--time", "\(span.milliseconds / 1000)s", "agent", "run"])
        }
        for _ in 0..<startSteps {
            if agent.isRunning { return .done }
            Clock.wait(milliseconds: 10)
        }
        throw RedoError(
            .keyNotSaved, "the key agent does not listen at \(directory.socket)",
            hints: ["'redo key agent run' runs it in the foreground and shows why"])
    }
}
