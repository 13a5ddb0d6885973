import Foundation
import TestSupport
import Testing

/// `--jobs`: the same answers with one processor.
@Suite struct JobsTests {
    let runner: CommandRunner

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        let log = Fixtures.directory.appending(
            path: "vectors/logs/70-generated-260-nodes/nodes.jsonl")
        _ = try runner.run("redo-import", [log.path])
    }

    @Test(arguments: [
        ["redo-verify", "--porcelain"], ["redo-replay", "--canonical"], ["redo-fsck"],
    ])
    func theAnswerIsTheSame(_ words: [String]) throws {
        let all = try runner.run(words[0], Array(words.dropFirst()))
        let one = try runner.run(words[0], words.dropFirst() + ["--jobs", "1"])
        #expect(one.output == all.output)
        #expect(one.status == all.status)
        #expect(one.error.isEmpty)
    }

    /// The system says what a process may run on, so another one can look.
    @Test func aCommandKeepsToThatManyProcessors() throws {
        let coprocess = try Coprocess(runner, "redo-verify", ["--nodes", "-j", "1"])
        defer { coprocess.send(signal: SIGTERM) }
        let path = "/proc/\(coprocess.identifier)/status"
        var allowed = ""
        for _ in 0..<6000 where allowed.isEmpty || allowed.contains(where: { "-,".contains($0) }) {
            usleep(10_000)
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            allowed =
                text.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
                .map { String($0.dropFirst("Cpus_allowed_list:".count)) } ?? ""
        }
        #expect(Int(allowed.trimmingCharacters(in: .whitespaces)) != nil, "\(allowed)")
    }

    @Test(arguments: ["0", "-1", "many", ""])
    func wrongUsage(_ count: String) throws {
        #expect(try runner.run("redo-verify", ["--jobs", count]).status == 129)
    }
}
