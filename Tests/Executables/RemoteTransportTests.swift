import Foundation
import TestSupport
import Testing

/// Devices that reach their remote through the real servers.
@Suite(.serialized) struct RemoteTransportTests {
    private let fixture: GitFixture

    init() throws { fixture = try GitFixture() }

    @Test(arguments: [Transport.file, .ssh, .http])
    func nodesGoThereAndComeBack(_ transport: Transport) throws {
        let (url, environment) = try fixture.reach(transport)
        let phone = try fixture.device("phone", url: url, environment)
        let laptop = try fixture.device("laptop", url: url, environment)
        #expect(try phone.expect(["remote"]).text == "origin\t\(url)\n")
        try phone.add("Water")
        #expect(try phone.expect(["push"]).text == "pushed 2 nodes in 1 pack to origin\n")
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        #expect(try laptop.expect(["fetch"]).text == "received 2 nodes\n")
        #expect(try laptop.stateHash() == phone.stateHash())
        try laptop.add("Bread")
        try laptop.expect(["sync"])
        #expect(try phone.expect(["pull"]).text == "received 2 nodes\n")
        #expect(try phone.stateHash() == laptop.stateHash())

        var runner = try fixture.runner("tablet")
        runner.environment.merge(environment) { $1 }
        let cloned = try runner.run("redo-clone", [url, "copy"])
        #expect(cloned.status == 0 && !cloned.codedError.contains("error"), "\(cloned)")
        #expect(try runner.run("redo-replay", ["--hash"], in: "copy").text == phone.stateHash())
        try fixture.expectSound()
        // What the helper said is kept nowhere.
        for (directory, device) in [
            (".redo", phone.runner), (".redo", laptop.runner), ("copy", runner),
        ] {
            for (name, bytes) in try device.contents(of: directory) {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains(GitFixture.password), "\(name)")
            }
        }
    }

    @Test func aDaemonIsReadAndNotWritten() throws {
        let phone = try fixture.device("phone")
        try phone.add("Water")
        try phone.expect(["push"])
        let (url, environment) = try fixture.reach(.daemon)
        let laptop = try fixture.device("laptop", url: url, environment)
        #expect(try laptop.expect(["fetch"]).text == "received 2 nodes\n")
        #expect(try laptop.expect(["pull"]).text == "nothing new\n")
        #expect(try laptop.stateHash() == phone.stateHash())
        let runner = try fixture.runner("tablet")
        #expect(try runner.run("redo-clone", [url, "copy"]).status == 0)
        #expect(try runner.run("redo-replay", ["--hash"], in: "copy").text == phone.stateHash())
        let before = try fixture.references()
        try laptop.add("Bread")
        for command in ["push", "sync"] {
            let refused = try laptop.expect([command], status: 128)
            #expect(refused.codedError.hasPrefix("error: NETWORK_001: "), "\(refused)")
        }
        #expect(try fixture.references() == before)
    }

    @Test func aServerWhoseKeyIsNotKnownGetsNothing() throws {
        let port = try fixture.servers.secureShell(knownKey: "none")
        let url = "ssh://\(NSUserName())@127.0.0.1:\(port)\(fixture.url)"
        let environment = ["GIT_SSH_COMMAND": fixture.servers.sshCommand()]
        let phone = try fixture.device("phone", url: url, environment)
        try phone.add("Water")
        for command in ["push", "fetch", "pull", "sync"] {
            let refused = try phone.expect([command], status: 128)
            let expected = "error: NETWORK_002: the host key of 127.0.0.1 is not known\n"
            #expect(refused.codedError.hasPrefix(expected), "\(refused)")
            #expect(
                refused.codedError.contains("\nhint: run 'ssh -p \(port) 127.0.0.1' once"),
                "\(refused)")
            #expect(refused.codedError.contains("fingerprint"))
        }
        var runner = try fixture.runner("tablet")
        runner.environment.merge(environment) { $1 }
        let refused = try runner.run("redo-clone", [url, "copy"])
        #expect(refused.status == 128 && refused.codedError.hasPrefix("error: NETWORK_002: "))
        #expect(!FileManager.default.fileExists(atPath: runner.path("copy")))
        #expect(try fixture.references().isEmpty)
        try fixture.servers.know("host", at: port)
        try phone.expect(["push"])
    }

    @Test func aWrongPasswordIsRefusedAndNotShown() throws {
        let (url, environment) = try fixture.reach(.http)
        let phone = try fixture.device("phone", url: url, environment)
        _ = try fixture.place.shell("sed -i s/4711/4712/ helper")
        for command in ["push", "fetch"] {
            let refused = try phone.expect([command], status: 128)
            #expect(refused.codedError.hasPrefix("error: NETWORK_002: "), "\(refused)")
            #expect(!refused.codedError.contains("sesame"))
        }
    }

    /// A server that takes the connection and never answers.
    @Test(arguments: ["http", "git"])
    func aServerThatSaysNothingIsGivenUp(_ scheme: String) throws {
        let url = "\(scheme)://127.0.0.1:\(try fixture.servers.silence())/remote.git"
        let phone = try fixture.device("phone", url: url)
        try phone.expect(["config", "sync.timeout", "1"])
        for command in ["push", "fetch"] {
            let refused = try phone.expect([command], status: 128)
            #expect(
                refused.codedError.hasPrefix(
                    "error: NETWORK_001: 127.0.0.1 has said nothing for 1 seconds\nhint: "),
                "\(refused)")
        }
        try phone.configure("[sync]\ntimeout = soon")
        try phone.expect(["fetch"], status: 129)
    }
}
