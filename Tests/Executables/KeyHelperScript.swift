import Foundation
import TestSupport
import Testing

/// The key helper that docs/keys.md shows.
enum KeyHelperScript {
    /// Writes the helper into a runner's folder, and names it in the user's configuration.
    static func install(in runner: CommandRunner) throws {
        let page = try String(
            contentsOf: Fixtures.package.appending(path: "docs/keys.md"), encoding: .utf8)
        let script = try #require(
            page.firstMatch(of: /```sh\n(#!\/bin\/sh\n# redo-key-pem(?:.|\n)*?)```/)?.1)
        try install(String(script), in: runner)
        try configure("pem", runner.path("redo-key-pem"), in: runner)
    }

    static func install(
        _ script: String, as name: String = "redo-key-pem", in runner: CommandRunner
    )
        throws
    {
        try runner.writeProgram(script, to: name)
    }

    static func configure(_ name: String, _ command: String, in runner: CommandRunner) throws {
        let outcome = try runner.run(
            "redo-config", ["--global", "--add", "key.helper", "\(name) \(command)"])
        try #require(outcome.status == 0, "\(outcome)")
    }
}
