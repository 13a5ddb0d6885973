import Foundation
import RedoCommands
import RedoManual
import TestSupport
import Testing

/// mandoc has nothing to say against any page.
@Suite struct LintTests {
    static func lint(_ path: String) throws -> CommandOutcome {
        let runner = try CommandRunner()
        return try runner.run("/usr/bin/mandoc", ["-T", "lint", "-W", "warning", path])
    }

    @Test(arguments: ManualIndex(Suite.commands).files)
    func mandocIsSilent(_ file: String) throws {
        let outcome = try Self.lint(Fixtures.package.appending(path: "man/\(file)").path)
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
    }

    @Test func aBrokenPageIsFound() throws {
        let runner = try CommandRunner()
        let path = try runner.write(Array(".Dd x\n.Dt Y 1\n.Sh NAME\n.Bl\n".utf8), to: "page.1")
        #expect(try Self.lint(path).status != 0)
    }

    @Test func allReferencesLeadSomewhere() throws {
        let own = Set(ManualIndex(Suite.commands).files)
        for file in ManualIndex(Suite.commands).files {
            let text = try String(
                contentsOf: Fixtures.package.appending(path: "man/\(file)"), encoding: .utf8)
            for line in text.components(separatedBy: "\n")
            where line.hasPrefix(".Xr redo") || line.hasPrefix(".It Xr redo") {
                let words = line.replacingOccurrences(of: ".It Xr ", with: ".Xr ").split(
                    separator: " ")
                #expect(
                    words.count >= 3 && own.contains("\(words[1]).\(words[2])"), "\(file): \(line)")
            }
        }
    }
}
