import RedoCommandLine
import RedoRepository
import RedoStore
import RedoSystem

/// `redo mcp`: a server of the Model Context Protocol over standard input and output.
package struct MCPCommand: ParsableCommand {
    private static let write = OptionSpecification.flag(
        "write", "also offer the tools that write: add, edit, done, comment, claim_next")
    private static let agent = OptionSpecification.value(
        "as", takes: "name", "sign with the key of this agent, of redo agent")
    private static let trace = OptionSpecification.flag(
        "trace", "print a line on standard error for each message")
    private static let timeout = OptionSpecification.value(
        "timeout", takes: "seconds", isExpert: true, "how long a call may take; 60 by default")

    package static let specification = CommandSpecification(
        "mcp",
        "Serve tasks to programs by the Model Context Protocol, on standard input and output",
        options: [write, agent, trace, timeout], effect: .readsWithout([write]),
        statuses: .plain(
            done: "standard input ended", failed: "there is no store, or a call took too long"))

    private let writes: Bool
    /// The name of the agent whose key signs; nil for the person's.
    private let agent: String?
    private let isTraced: Bool
    private let milliseconds: Int

    package init(_ arguments: Arguments) throws(RedoError) {
        writes = arguments.has(Self.write)
        agent = arguments.value(Self.agent)
        isTraced = arguments.has(Self.trace)
        let seconds = try arguments.count(Self.timeout) ?? 60
        guard (1...3600).contains(seconds) else {
            throw .usage("--timeout takes 1 to 3600 seconds, not \(seconds)")
        }
        milliseconds = seconds * 1000
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var inner = context.surroundings
        inner.variables = inner.variables.setting("REDO_DIR", to: try context.openStore().path)
        if !writes {
            inner.variables = inner.variables.setting(ReadOnly.variable, to: "1")
        }
        if let agent {
            inner.variables = inner.variables.setting(AgentName.variable, to: agent)
            // A name without a key is refused before anything is served.
            _ = try CommandContext(suite: context.suite, in: inner).keyring()
                .author(for: context.openStore())
        }
        let backend = SuiteBackend(context.suite, inner, writes: writes, within: milliseconds)
        var server = MCPServer(backend)
        var lines = LineReader(
            descriptor: context.surroundings.input, name: "standard input",
            maximumLineByteCount: RPCMessage.maximumByteCount)
        while true {
            let line = try failing(.notFound, "standard input cannot be read") {
                () throws(SystemError) in try lines.next()
            }
            guard let line else { return .done }
            let start = Clock.monotonicNanoseconds()
            let reply: MCPServer.Reply
            switch line {
            case .tooLong: reply = server.replyToLongLine()
            case .bytes(let bytes):
                if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
                    continue
                }
                reply = server.reply(to: bytes)
            }
            try context.print(reply.bytes)
            try context.flush()
            if isTraced {
                let milliseconds = (Clock.monotonicNanoseconds() - start) / 1_000_000
                context.note(
                    "mcp \(reply.subject) \(reply.isError ? "failed" : "done") "
                        + "\(milliseconds) ms \(reply.bytes.count) bytes")
            }
            if server.isStuck {
                throw RedoError(.unreachable, "a call took more than \(self.milliseconds / 1000) s")
            }
        }
    }
}
