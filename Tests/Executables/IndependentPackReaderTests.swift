import Foundation
import TestSupport
import Testing

/// A program in Python that knows docs/checkpoints.md alone restores the log of a remote of packs.
@Suite(.enabled(if: PythonWithNaCl.path != nil, "no python3 has the module nacl"))
struct IndependentPackReaderTests {
    private func restored(_ remote: String, _ fixture: GitFixture) throws -> CommandOutcome {
        let python = try #require(PythonWithNaCl.path)
        let script = Fixtures.package.appending(path: "Tests/Support/Readers/checkpoints.py").path
        return try fixture.place.run(python, ["-B", script, remote])
    }

    @Test(arguments: [true, false]) func itRestoresTheLog(_ isDirectory: Bool) throws {
        let fixture = try GitFixture()
        let stick = fixture.place.path("stick")
        try FileManager.default.createDirectory(
            atPath: stick, withIntermediateDirectories: true)
        let url = isDirectory ? "folder:\(stick)" : fixture.url
        let devices = try ["phone", "laptop"].map { try fixture.device($0, url: url) }
        try fixture.write(1...150, on: devices[0])
        for round in 1...3 {
            for device in devices {
                try device.add("Übung \(round)", "--due", "+1d")
                try device.expect(["sync"])
            }
        }
        try devices[0].expect(["sync"])
        let read = try restored(isDirectory ? stick : fixture.url, fixture)
        try #require(read.status == 0, "\(read)")
        #expect(try Set(read.lines) == Set(devices[0].expect(["export"]).lines))
        // Importing what it printed gives the same state.
        let other = try fixture.device("other")
        try other.runner.write(read.output, to: "log.jsonl")
        try other.expect(["import", "log.jsonl"])
        #expect(
            try other.expect(["replay", "--hash"]).text
                == devices[0].expect(["replay", "--hash"]).text)
    }
}
