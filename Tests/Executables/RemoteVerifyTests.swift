import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo remote verify`: who vouches for what on a remote, and what is wrong with it.
@Suite struct RemoteVerifyTests {
    private let fixture: GitFixture
    private let phone: TaskStore

    init() throws {
        fixture = try GitFixture()
        let path = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        phone = try fixture.device("phone", url: "folder:\(path)")
        try phone.add("One")
        try phone.expect(["push"])
    }

    private func laptop() throws -> TaskStore {
        let laptop = try fixture.device("laptop", url: "folder:\(fixture.place.path("stick"))")
        try laptop.expect(["config", "remote.origin.copied", "false"])
        return laptop
    }

    private func verify(_ device: TaskStore) throws -> JSONValue {
        let outcome = try device.run("remote", ["verify", "--json"])
        let object = try JSONDocument(Array(try #require(outcome.lines.first).utf8)).root.value
        #expect((object["holds"] == true) == (outcome.status == 0), "\(outcome)")
        return object
    }

    @Test func whatHoldsIsSaid() throws {
        let laptop = try laptop()
        try laptop.add("Two", "--draft")
        try laptop.expect(["sync"])
        try phone.expect(["fetch"])
        let text = try phone.expect(["remote", "verify"]).text
        #expect(
            text.contains("\n  counts\n") && text.contains("  has seen statement 1 of the slot "),
            "\(text)")
        #expect(
            text.hasSuffix("checked 2 slots, 2 packs and 3 nodes: all of it holds\n"), "\(text)")
        let slots = try #require(try verify(phone)["slots"]?.elements)
        #expect(slots.count == 2 && slots.allSatisfy { $0["faults"]?.elements.isEmpty == true })
        #expect(Set(slots.compactMap { $0["nodes"]?.integer }) == [2, 3])
        let lines = try phone.expect(["remote", "verify", "--porcelain"]).lines
        #expect(lines.count == 2)
        #expect(
            lines.allSatisfy { $0.hasPrefix("slot\t") && $0.hasSuffix("\tcounts\tOK") }, "\(lines)")
    }

    /// Nothing is received, and nothing is noted.
    @Test func nothingIsTakenIn() throws {
        let laptop = try laptop()
        let text = try laptop.expect(["remote", "verify"]).text
        #expect(text.contains("does not count: the log has no node of its key"), "\(text)")
        #expect(try laptop.ids().isEmpty)
        #expect(try laptop.run("status").text.contains("1 node not pushed") == false)
    }

    /// Every flipped bit of every file of the remote is found.
    @Test func everyFlippedByteIsFound() throws {
        let files = try fixture.place.shell("cd stick && find . -type f").lines
        #expect(files.count == 2)
        let seed = Seed()
        var generator = seed.generator
        for file in files {
            let path = fixture.place.path("stick/\(file)")
            let whole = try Data(contentsOf: URL(filePath: path))
            for _ in 0..<12 {
                var damaged = whole
                let place = Int.random(in: 0..<whole.count, using: &generator)
                damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                try damaged.write(to: URL(filePath: path))
                let outcome = try phone.run("remote", ["verify"])
                #expect(outcome.status == 1, "byte \(place) of \(file): \(outcome) \(seed.replay)")
            }
            try whole.write(to: URL(filePath: path))
        }
        try phone.expect(["remote", "verify"])
    }

    @Test func aMissingPieceIsNamed() throws {
        _ = try fixture.place.shell("rm stick/data/*")
        let outcome = try phone.run("remote", ["verify"])
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.text.contains(" is missing (STORAGE_004)\n"), "\(outcome)")
        #expect(outcome.text.hasSuffix("not all of it holds\n"), "\(outcome)")
    }

    /// A member can sign what is not so: the roots and the numbers are worked out from the nodes.
    @Test(
        .enabled(if: PythonWithNaCl.path != nil, "no python3 has the module nacl"),
        arguments: [
            #""nodes":2"#: #""nodes":3"#, #""count":1"#: #""count":2"#,
            #""root":""#: #""root":"0000000000000000"#,
        ])
    func aFalseStatementIsCaught(_ part: String, _ replacement: String) throws {
        try phone.forgeStatement(in: fixture.place, part, replacement)
        let outcome = try laptop().run("remote", ["verify"])
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.text.contains("and it says "), "\(outcome)")
    }

    @Test func whatIsWithheldIsSaid() throws {
        let laptop = try laptop()
        try laptop.expect(["fetch"])
        _ = try fixture.place.shell("rm -r stick/slots/*")
        let outcome = try laptop.run("remote", ["verify"])
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.text.contains("(E_REMOTE_WITHHOLDS)\n"), "\(outcome)")
        #expect(try verify(laptop)["withheld"]?.elements.count == 1)
        // It is an answer alone: nothing of it is noted.
        #expect(try !laptop.run("status").text.contains("E_REMOTE"))
    }

    @Test func aRemoteWithoutCheckpointsHasNone() throws {
        let device = try fixture.device("tablet")
        let outcome = try device.run("remote", ["verify"])
        #expect(
            outcome.status == 128 && outcome.codedError.contains("has no checkpoints"), "\(outcome)"
        )
    }

    @Test(arguments: [Transport.path, .ssh])
    func aGitRepositoryIsChecked(_ transport: Transport) throws {
        let (url, environment) = try fixture.reach(transport)
        let device = try fixture.device("tablet", url: url, environment)
        try device.add("One", "--draft")
        try device.expect(["push"])
        let text = try device.expect(["remote", "verify", "origin"]).text
        #expect(text.hasSuffix("checked 1 slot, 1 pack and 1 node: all of it holds\n"), "\(text)")
    }
}
