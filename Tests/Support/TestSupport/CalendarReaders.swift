import Foundation
import Testing

/// Readers of calendars that are not the suite's: icalendar, vobject and libical, by Tests/Support/Readers/calendars.py.
public enum CalendarReaders {
    static let python = Fixtures.package.appending(path: ".build/readers-venv/bin/python").path
    /// Whether they are left out, because a variable says so.
    static let isSkipped = ProcessInfo.processInfo.environment["REDO_SKIP_CALENDAR_READERS"] == "1"

    /// Reads files in the folder of a runner.
    ///
    /// - Returns: a JSON object on each line of the output for each task; status 1 and what is wrong on standard error if
    ///   a reader refuses anything.
    public static func run(_ names: [String], in runner: CommandRunner) throws -> CommandOutcome {
        try run("calendars.py", names, in: runner)
    }

    /// Changes a collection of a CalDAV server, by Tests/Support/Readers/calendar_client.py.
    ///
    /// - Parameter changes: a JSON array on each line.
    public static func change(
        _ url: String, _ changes: String, in runner: CommandRunner
    ) throws -> CommandOutcome {
        try run("calendar_client.py", [url], in: runner, input: Array(changes.utf8))
    }

    private static func run(
        _ script: String, _ arguments: [String], in runner: CommandRunner, input: [UInt8] = []
    ) throws -> CommandOutcome {
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw FirestoreServers.Missing(
                description: "icalendar and vobject are missing: run 'make readers-venv', or set "
                    + "REDO_SKIP_CALENDAR_READERS=1")
        }
        let path = Fixtures.package.appending(path: "Tests/Support/Readers/\(script)").path
        return try runner.run(python, ["-B", path] + arguments, input: input)
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that need the readers of calendars that are not the suite's.
    public static var withCalendarReaders: Self {
        .disabled(if: CalendarReaders.isSkipped, "REDO_SKIP_CALENDAR_READERS is set")
    }
}
