import TestSupport
import Testing

/// Commands that show or restore a past state: none of them takes the state of now for that of a time to come.
@Suite struct FutureMomentTests {
    private let harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
        try harness.succeed("add", "Water")
    }

    static let commands = [
        ["list", "--as-of"], ["replay", "--as-of"], ["replay", "--hash", "--as-of"], ["diff"],
        ["op", "restore", "--dry-run"],
    ]

    @Test(arguments: commands, ["tomorrow", "2030-01-01", "now+1h", "2025-11-16T12:00:00.001Z"])
    func aTimeToComeIsRefused(_ command: [String], _ time: String) throws {
        let outcome = try harness.run(command + [time])
        #expect(outcome.status == 129 && outcome.text.isEmpty, "\(outcome)")
        #expect(
            outcome.codedError.hasPrefix("error: USAGE: '\(time)' is in the future\nhint: "),
            "\(outcome)")
    }

    /// The current day is one, although its end is still to come.
    @Test(arguments: commands, ["now", "today", "2025-11-16", "2025-11-16T12:00:00.000Z"])
    func theCurrentDayIsNone(_ command: [String], _ time: String) throws {
        let outcome = try harness.run(command + [time])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
    }
}
