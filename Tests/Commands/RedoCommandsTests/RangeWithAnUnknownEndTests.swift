import TestSupport
import Testing

/// `redo-rev-parse A..B` prints both ends or none.
@Suite struct RangeWithAnUnknownEndTests {
    @Test(arguments: ["ffff..ID", "ID..ffff"])
    func nothingIsPrintedOfARangeWithAnUnknownEnd(_ template: String) throws {
        let runner = try CommandRunner.withEmptyStore()
        let id = try runner.store(SampleNode())[0]
        let name = template.replacing("ID", with: id)
        let outcome = try runner.run("redo-rev-parse", [name])
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.codedError.hasPrefix("error: NAME_001: there is no node 'ffff'\nhint: a node "))
        let quiet = try runner.run("redo-rev-parse", ["--quiet", name])
        #expect(quiet.status == 1)
        #expect(quiet.output.isEmpty && quiet.error.isEmpty)
    }
}
