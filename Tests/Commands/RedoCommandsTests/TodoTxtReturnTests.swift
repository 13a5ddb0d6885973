import TestSupport
import Testing

/// Lines of todo.txt that come in and go back.
@Suite struct TodoTxtReturnTests {
    let commands: CommandHarness

    init() throws { commands = try CommandHarness() }

    private static let lines = [
        "inform A of +reorg progress @work now", "(Z) zed", "(C) usual",
        "(A) 2025-11-01 Call +a +b @c @c due:2025-11-20",
        "x 2025-11-16 2025-11-01 Pay pri:Q rec:2w",
        "x Paid", "a  b\tc ", "Read h:1 est:30m due:soon", "Weekly due:2025-12-01 rec:+1w at:9:30",
        "Crlf +x\r", "t:2025-12-01 Wait t-at:9:00 uid:7",
    ]

    private func lines(_ query: String) throws -> [String] {
        let outcome = try commands.run("export", "--to", "todotxt", query)
        try #require(outcome.status == 0, "\(outcome)")
        // A character can be both a carriage return and a line feed.
        return outcome.output.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func everyLineComesBackByteForByte() throws {
        let text = Self.lines.joined(separator: "\n") + "\n"
        let brought = try commands.run(["import", "--from", "todotxt"], input: text)
        #expect(brought.text == "added \(Self.lines.count) tasks\n", "\(brought)")
        #expect(Set(try lines("status:any")) == Set(Self.lines))
        let again = try commands.run(
            ["import", "--from", "todotxt", "--update"], input: text)
        #expect(again.text == "added 0 tasks, \(Self.lines.count) were known\n", "\(again)")
    }

    @Test func aChangeChangesItsLineAlone() throws {
        let text = "(Q) Call +a now\nRead +b\n"
        _ = try commands.run(["import", "--from", "todotxt"], input: text)
        #expect(try commands.run("edit", "Call", "-t", "new").status == 0)
        let lines = try lines("status:any")
        #expect(lines.contains("Read +b"))
        #expect(lines.contains { $0.hasPrefix("(Q) Call +a now @new uid:") }, "\(lines)")
        #expect(try commands.run("edit", "Call", "-p", "high").status == 0)
        #expect(try self.lines("status:any").contains { $0.hasPrefix("(B) Call +a now @new") })
    }

    /// Other formats have no use for the line.
    @Test func theLineStaysOutOfOtherFormats() throws {
        _ = try commands.run(["import", "--from", "todotxt"], input: "Read +b\n")
        #expect(!(try commands.succeed("export", "--to", "csv")).contains("todotxt"))
        #expect(!(try commands.succeed("show", "Read")).contains("todotxt:  "))
    }
}
