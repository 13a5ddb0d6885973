import Foundation
import Testing

/// A client of the Model Context Protocol that is not the suite's: the library `mcp`, by
/// Tests/Support/Readers/mcp_client.py.
public enum ProtocolClient {
    static let python = Fixtures.package.appending(path: ".build/mcp-venv/bin/python").path
    /// Whether it is left out, because a variable says so.
    static let isSkipped = ProcessInfo.processInfo.environment["REDO_SKIP_MCP"] == "1"

    /// Runs the script, which starts `redo-mcp` in the folder of a runner.
    ///
    /// - Parameters:
    ///   - words: what it does.
    ///   - options: those of `redo-mcp`.
    public static func run(
        _ words: [String], _ options: [String], in runner: CommandRunner
    ) throws -> CommandOutcome {
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw FirestoreServers.Missing(
                description:
                    "the library mcp is missing: run 'make mcp-venv', or set REDO_SKIP_MCP=1")
        }
        let script = Fixtures.package.appending(path: "Tests/Support/Readers/mcp_client.py").path
        let server = CommandRunner.executables.appending(path: "redo-mcp").path
        return try runner.run(python, ["-B", script] + words + [server] + options)
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that need a client of the Model Context Protocol.
    public static var withProtocolClient: Self {
        .disabled(if: ProtocolClient.isSkipped, "REDO_SKIP_MCP is set")
    }
}
