import TestSupport
import Testing

/// A batch answers a name that means several nodes, and goes on.
@Suite struct AmbiguousNameInABatchTests {
    @Test func aBatchGoesOnAfterAnAmbiguousName() throws {
        let runner = try CommandRunner.withEmptyStore()
        let twins = try AmbiguousNameTests.twins(runner)
        try #require(twins.count == 2)
        let ids = try runner.store(twins[0], twins[1])
        let prefix = String(ids[0].dropFirst(7).prefix(4))
        let outcome = try runner.run(
            "redo-cat-node", ["--batch-check", "--format=%H"],
            input: Array("\(prefix)\n\(ids[0])\n".utf8))
        #expect(outcome.lines == ["\(prefix) ambiguous", ids[0]])
        #expect(outcome.status == 0)
    }
}
