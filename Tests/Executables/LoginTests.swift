import Foundation
import TestSupport
import Testing

/// `redo login firebase`, against a server of identities on this machine.
@Suite struct LoginTests {
    private let runner: CommandRunner
    private static let device = """
        [200, {"device_code": "secret-device", "user_code": "GQVQ-JKEC",
        "verification_url": "https://example.org/device", "expires_in": 900, "interval": 1}]
        """
    private static let granted =
        #"[200, {"id_token": "id-1", "refresh_token": "secret-refresh", "expires_in": 3599}]"#

    init() throws { runner = try CommandRunner.withStore() }

    /// A server with answers, which the user's configuration names.
    private func server(
        device: String = device, token: String = granted, more: String = ""
    ) throws -> ServerProcess {
        let answers = #"{"/device": [\#(device)], "/token": [\#(token)]\#(more)}"#
        let path = try runner.write(answers.utf8, to: "answers")
        let server = try ServerProcess(script: "oauth.py", [path])
        let url = "http://127.0.0.1:\(server.port)"
        let text = """
            [firebase]
            \tclientId = client-1
            \tclientSecret = s3cret
            \tdeviceEndpoint = \(url)/device
            \ttokenEndpoint = \(url)/token
            \tsignInEndpoint = \(url)/signIn
            \trefreshEndpoint = \(url)/refresh

            """
        try runner.write(text.utf8, to: "home/.config/redo/config")
        return server
    }

    private func login(_ words: String..., input: String = "") throws -> CommandOutcome {
        try runner.run("redo-login", ["firebase"] + words, input: Array(input.utf8))
    }

    private func token(uid: String = "alice") throws -> CommandOutcome {
        try login("get", input: "host=h\nproject=p\nuid=\(uid)\n\n")
    }

    /// Nothing of a secret lies anywhere below the user's home.
    private func expectNoSecret() throws {
        for (name, bytes) in try runner.contents(of: "home") {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("secret-refresh") && !text.contains("secret-2"), "\(name)")
        }
    }

    @Test func aCodeIsShownAndTheLoginIsKept() throws {
        let server = try server(
            token: #"[428, {"error": "authorization_pending"}], "# + Self.granted + ", "
                + #"[200, {"id_token": "id-2", "expires_in": 3599}]"#)
        let outcome = try login()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.lines.prefix(2) == [
                "open https://example.org/device on any device", "enter the code GQVQ-JKEC",
            ])
        #expect(outcome.lines.suffix(2).first == "logged in with Firebase")
        #expect(outcome.lines.last?.hasPrefix("the key ") == true)
        #expect(!outcome.text.contains("secret") && !outcome.codedError.contains("secret"))
        let paths = server.log.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(paths == ["/device", "/token", "/token"])
        try expectNoSecret()
        let mode = try runner.shell("stat -c %a home/.config/redo/firebase.login")
        #expect(mode.text == "600\n")
        let named = try runner.run("redo-config", ["firestore.tokenHelper"])
        #expect(named.text == "redo-login firebase\n")

        let given = try token()
        #expect(given.status == 0 && given.lines.first == "token=id-2", "\(given)")
        #expect(given.lines.last?.hasPrefix("expiry=") == true)
        #expect(server.log.contains("grant_type=refresh_token&refresh_token=secret-refresh"))
        #expect(try login("erase", input: "token=x\n\n").status == 0)

        let forgotten = try runner.run("redo-logout", ["firebase"])
        #expect(forgotten.status == 0 && forgotten.text == "the login is forgotten\n")
        let after = try token()
        #expect(
            after.status == 128
                && after.codedError.hasPrefix("error: FIREBASE_001: there is no login"))
        #expect(try runner.run("redo-config", ["firestore.tokenHelper"]).text.isEmpty)
        #expect(try login("--forget").text == "there was no login\n")
    }

    /// On a terminal a camera can read the address.
    @Test func aTerminalShowsACodeForCameras() throws {
        let server = try server()
        let outcome = try runner.onTerminal("redo login firebase", typing: "")
        #expect(outcome.text.contains("▀") && outcome.text.contains("█"), "\(outcome)")
        #expect(outcome.text.contains("enter the code GQVQ-JKEC"), "\(outcome)")
        #expect(server.log.contains("/token"))
    }

    /// With the key of a project the rules know the user, and a login of another account gives nothing.
    @Test func firebaseTakesTheIdentity() throws {
        let signedIn =
            #""/signIn": [[200, {"idToken": "f-1", "refreshToken": "secret-2", "expiresIn": "3600", "localId": "alice"}]]"#
        let refreshed =
            #""/refresh": [[200, {"id_token": "f-2", "refresh_token": "secret-3", "expires_in": "3600", "user_id": "alice"}]]"#
        let server = try server(more: ", \(signedIn), \(refreshed)")
        let set = try runner.run("redo-config", ["--global", "firebase.apiKey", "key-1"])
        try #require(set.status == 0)
        let outcome = try login()
        #expect(outcome.lines.suffix(2).first == "logged in with Firebase as alice")
        #expect(try token().lines.first == "token=f-2")
        let other = try token(uid: "bob")
        #expect(
            other.status == 128
                && other.codedError.contains(
                    "the login is that of alice, and the remote is that of bob")
        )
        // The next refresh token takes the place of the first.
        #expect(try token().status == 0)
        #expect(server.log.contains("refresh_token=secret-3"))
        try expectNoSecret()
    }

    /// The token goes where it came from, and nowhere else.
    @Test func anotherEndpointGetsNothing() throws {
        let first = try server()
        #expect(try login().status == 0)
        let second = try server()
        let outcome = try token()
        #expect(outcome.status == 128 && outcome.codedError.contains("the login is for 127.0.0.1:"))
        #expect(second.log.isEmpty && first.log.contains("/device"))
    }

    @Test(arguments: [
        "http://example.org/token", "ftp://x", "https://u:p@example.org/", "example.org", "",
        "http://127.0.0.1.evil.org/",
    ])
    func secretsGoOverTLSOnly(_ url: String) throws {
        for name in ["device", "token", "signIn", "refresh"] {
            let key = "firebase.\(name)Endpoint"
            let outcome = try runner.run("redo-config", ["--global", key, url])
            #expect(outcome.status == 129, "\(outcome)")
            try runner.write(
                "[firebase]\n\tclientId = x\n\t\(name)Endpoint = \(url)\n".utf8,
                to: "home/.config/redo/config")
            #expect(try login().status == 129)
        }
    }

    @Test func aStoreNamesNoServer() throws {
        let server = try server()
        let foreign = "[firebase]\n\ttokenEndpoint = http://127.0.0.1:1/\n"
        let config = String(decoding: try runner.contents(ofFile: ".redo/config"), as: UTF8.self)
        try runner.write((config + foreign).utf8, to: ".redo/config")
        #expect(try login().status == 0)
        #expect(server.log.contains("/token"))
    }

    @Test(arguments: [
        "[200, 100000]", #"[200, "<html>"]"#, "[200, []]", #"[200, {"device_code": 7}]"#,
        #"[500, "x"]"#, #"[401, {"error": "invalid_client"}]"#,
    ])
    func aServerOfSomethingElseIsRefused(_ answer: String) throws {
        let server = try server(device: answer)
        let outcome = try login()
        #expect(outcome.status == 128, "\(outcome)")
        #expect(
            outcome.codedError.hasPrefix("error: NETWORK_001: ")
                || outcome.codedError.hasPrefix("error: FIREBASE_001: "), "\(outcome)")
        #expect(server.log.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        (#"[400, {"error": "access_denied"}]"#, "the login was refused"),
        (#"[400, {"error": "expired_token"}]"#, "the code was not entered in time"),
        ("[200, 100000]", "answers more than is taken"),
        ("[200, 7]", "does not answer as a server of identities does"),
    ])
    func whatEndsALoginIsSaid(_ answer: String, _ reason: String) throws {
        let server = try server(token: answer)
        let outcome = try login()
        #expect(outcome.status == 128 && outcome.codedError.contains(reason), "\(outcome)")
        #expect(!outcome.codedError.contains("secret") && server.log.contains("/token"))
        #expect(try runner.run("redo-logout", ["firebase"]).text == "there was no login\n")
    }

    @Test func withoutAClientItSaysWhatToDo() throws {
        let outcome = try login()
        #expect(
            outcome.status == 128 && outcome.codedError.contains("firebase.clientId"), "\(outcome)")
        for words in [["x"], ["firebase", "x"], []] {
            #expect(try runner.run("redo-login", words).status == 129)
        }
    }

    /// A damaged file is not taken for a login, whatever byte of it has changed.
    @Test func aDamagedLoginIsNone() throws {
        let server = try server()
        #expect(try login().status == 0)
        let path = "home/.config/redo/firebase.login"
        let bytes = try runner.contents(ofFile: path)
        for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 12)) {
            var damaged = bytes
            damaged[place] ^= 1
            try runner.write(damaged, to: path)
            let outcome = try token()
            #expect(outcome.status == 128 && outcome.output.isEmpty, "\(place): \(outcome)")
        }
        try runner.write(bytes, to: path)
        #expect(try token().status == 0 && !server.log.isEmpty)
    }

    /// A push gets its token by itself.
    @Test(.withEmulator) func aPushAsksTheLogin() throws {
        let fixture = try FirestoreFixture()
        let alice = FirestoreProject.token("alice")
        let server = try server(
            token: Self.granted + #", [200, {"id_token": "\#(alice)", "expires_in": 3599}]"#)
        #expect(try login().status == 0)
        let device = TaskStore(runner)
        let emulator = ["FIRESTORE_EMULATOR_HOST": fixture.project.host]
        let added = try device.run(
            "remote", ["add", "origin", fixture.project.url()], extra: emulator)
        try #require(added.status == 0)
        try device.add("Water the plants")
        let pushed = try device.run("push", [], extra: emulator)
        #expect(pushed.text == "pushed 2 nodes to origin\n", "\(pushed)")
        #expect(server.log.contains("refresh_token=secret-refresh"))
        #expect(try fixture.project.requests().allSatisfy { $0.uid == "alice" })
    }
}
