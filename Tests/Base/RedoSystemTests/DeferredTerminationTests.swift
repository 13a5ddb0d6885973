import Foundation
import TestSupport
import Testing

/// Signals that are held back for a while. Each is sent to a process of its own, `Tests/Support/Deferral`.
@Suite struct DeferredTerminationTests {
    private func deferral(_ what: String, _ signal: Int32) throws -> CommandOutcome {
        try CommandRunner().run("deferral", [what, "\(signal)"])
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalWaitsUntilTheWorkIsDone(_ signal: Int32) throws {
        let outcome = try deferral("work", signal)
        #expect(outcome.status == 128 + signal && outcome.lines == ["done"], "\(outcome)")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func afterASecondTheLastIsDoneAndItComes(_ signal: Int32) throws {
        let outcome = try deferral("wait", signal)
        #expect(
            outcome.status == 128 + signal && outcome.lines == ["no longer deferred"], "\(outcome)")
    }

    /// Who holds signals back for the whole of some work decides, not who does a part of it.
    @Test func oneWithinAnotherLeavesItToThatOne() throws {
        let outcome = try deferral("part", SIGTERM)
        #expect(outcome.status == 128 + SIGTERM, "\(outcome)")
        #expect(outcome.lines == ["part done", "outer"], "\(outcome)")
    }

    /// More often than a process may have descriptors.
    @Test func withoutASignalNothingHappensAndNothingStaysOpen() throws {
        let outcome = try deferral("nothing", SIGTERM)
        #expect(outcome.status == 0 && outcome.lines == ["false"], "\(outcome)")
    }
}
