import Foundation
import TestSupport
import Testing

/// Google's own client of Firestore reads what the suite wrote, and writes what the suite reads.
@Suite(.withEmulator) struct FirestoreWitnessTests {
    private let fixture: FirestoreFixture

    init() throws { fixture = try FirestoreFixture() }

    private func witness(
        _ words: String..., input: [UInt8] = []
    ) throws -> CommandOutcome {
        let script = Fixtures.package.appending(path: "Tests/Support/Servers/firestore_witness.py")
            .path
        let host = "127.0.0.1:\(fixture.project.servers.emulatorPort)"
        return try fixture.runner("witness").run(
            FirestoreServers.python.path, ["-B", script, fixture.project.name, "alice"] + words,
            input: input, extra: ["FIRESTORE_EMULATOR_HOST": host])
    }

    @Test func whatWasWrittenIsReadByGooglesClient() throws {
        let phone = try fixture.device("phone")
        try phone.add("Water the plants", "--due", "2025-12-01")
        try phone.add("Feed the cat 🐈 \"é\"")
        _ = try phone.commit(
            "CREATE", "-f", "title=Odd", "-f", "tags:=[[1,2.5],[]]", "-f", "timeEstimate:=1e21")
        _ = try phone.commit(
            "CREATE", "-f", "title=Plain", "-f", #"x:={"a":[1,{"b":null}],"c":0.1}"#)
        try phone.expect(["push"])
        let read = try witness("read")
        #expect(read.status == 0, "\(read)")
        let lines = try phone.run("export").lines
        #expect(Set(read.lines) == Set(lines) && read.lines.count == lines.count)
    }

    @Test(arguments: ["plain", "ios"])
    func whatGooglesClientWroteIsRead(_ style: String) throws {
        let phone = try fixture.device("phone")
        try phone.add("Water the plants", "--due", "2025-12-01")
        try phone.add("Feed the cat 🐈")
        try phone.expect(["config", "user.name", "Ana"])
        try phone.add("Read a book")
        let lines = try phone.run("export").output
        let written = try witness("write", style, input: lines)
        #expect(written.status == 0, "\(written)")
        let laptop = try fixture.device("laptop")
        try laptop.expect(["fetch"])
        #expect(try laptop.run("export").output == phone.run("export").output)
        #expect(try laptop.stateHash() == phone.stateHash())
    }
}
