import Foundation
import RedoMachine
import RedoSystem
import TestSupport
import Testing

/// Asking a machine, over HTTP and by a command: a whole answer comes back, or a reason why there is none.
@Suite struct MachineExchangeTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func reply(
        _ location: Machine.Location, _ text: String = "Hello\n", seconds: Int = 30
    ) throws -> MachineReply {
        let machine = Machine(
            location, seconds: seconds, programs: CommandRunner.executables.path)
        let exchange = try machine.send(Array(text.utf8), errors: .dropped)
        while true {
            if let reply = try exchange.advance(within: 20) { return reply }
        }
    }

    private func fault(
        _ location: Machine.Location, _ text: String = "Hello\n", seconds: Int = 30
    ) throws -> MachineFault? {
        #expect(throws: MachineFault.self) { _ = try reply(location, text, seconds: seconds) }
    }

    private func text(_ reply: MachineReply) -> String {
        String(decoding: reply.bytes, as: UTF8.self)
    }

    private func server(_ arguments: String...) throws -> ServerProcess {
        try ServerProcess(script: "machine.py", arguments)
    }

    private func url(_ server: ServerProcess, _ path: String) -> Machine.Location {
        .endpoint("http://127.0.0.1:\(server.port)/\(path)", tokenHelper: nil)
    }

    // MARK: HTTP

    @Test func anEndpointIsSentTheTextAndAnswers() throws {
        let server = try server()
        let answer = try reply(url(server, "last"), "Ana: Hello\n(your turn)\n")
        #expect(answer == MachineReply(.answer, Array("(your turn)".utf8)))
        #expect(text(try reply(url(server, "chunks"))) == "In two parts")
        #expect(
            try reply(url(server, "status/422")) == MachineReply(.horizon, Array("It is so.".utf8)))
        #expect(server.hasPrinted("POST /last text/plain;charset=utf-8 - 23"))
    }

    @Test(arguments: [201, 204, 301, 400, 401, 403, 404, 408, 429, 500, 502, 503])
    func anyOtherStatusIsNoAnswer(_ status: Int) throws {
        let server = try server()
        #expect(try fault(url(server, "status/\(status)")) == .status(status))
    }

    @Test(arguments: ["redirect", "html", "huge", "bomb"])
    func whatIsNoPlainAnswerIsRefused(_ path: String) throws {
        let server = try server()
        let expected: [String: MachineFault] = [
            "redirect": .status(307), "html": .notPlainText("text/html"), "huge": .tooLong,
            "bomb": .tooLong,
        ]
        #expect(try fault(url(server, path)) == expected[path])
        #expect(!server.log.contains("Elsewhere"))
    }

    /// Of these nothing says that the answer is whole.
    @Test(arguments: ["cut", "cutchunk", "endless", "closed", "garbage", "overflow", "version"])
    func whatMayBeCutOffIsNoAnswer(_ path: String) throws {
        let server = try server()
        guard case .unreachable(let reason)? = try fault(url(server, path)) else {
            Issue.record("\(path) is an answer")
            return
        }
        #expect(reason.hasPrefix("127.0.0.1:"))
    }

    @Test(arguments: ["silent", "slow"])
    func aMachineIsNotWaitedForLongerThanAllowed(_ path: String) throws {
        let server = try server()
        #expect(try fault(url(server, path), seconds: 1) == .outOfTime(seconds: 1))
    }

    @Test func aCertificateThatIsNotTrustedEndsIt() throws {
        try GitServers.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-subj", "/CN=localhost", "-keyout", "\(directory.path)/key.pem", "-out",
                "\(directory.path)/cert.pem",
            ])
        let server = try server(directory.path)
        let location = Machine.Location.endpoint(
            "https://localhost:\(server.port)/say/Hello", tokenHelper: nil)
        guard case .unreachable(let reason)? = try fault(location) else {
            Issue.record("the certificate is trusted")
            return
        }
        #expect(reason.contains("certificate"), "\(reason)")
        #expect(server.log.isEmpty)
    }

    /// libcurl takes what is before `\@` for a name, and connects to what follows.
    @Test func aBackslashHidesNoHost() throws {
        let server = try server()
        let url = #"http://127.0.0.1:1\@127.0.0.2:\#(server.port)/say/Hello"#
        #expect(try fault(.endpoint(url, tokenHelper: nil)) == .badEndpoint)
        #expect(server.log.isEmpty)
    }

    @Test(arguments: [
        "http://example.org/", "https://me:secret@example.org/", "ftp://127.0.0.1/", "https://",
        "https://example.org/a b", "file:///etc/passwd", "http://127.0.0.1@example.org/", "",
        #"http://127.0.0.1\@example.org/"#, #"https://example.org\@example.com/"#,
        "http://127.0.0.08/", "http://127.+0.0.1/",
    ])
    func aTextIsNotSentInTheClear(_ url: String) throws {
        #expect(try fault(.endpoint(url, tokenHelper: nil)) == .badEndpoint)
    }

    /// The token comes from a program, and stands in the head of the request alone.
    @Test func aHelperKnowsTheToken() throws {
        let server = try server()
        func location(_ path: String, _ body: String) throws -> Machine.Location {
            let helper = "\(directory.path)/helper"
            try Data(
                "#!/bin/sh\necho \"$1\" >>'\(directory.path)/told'\ncat >>'\(directory.path)/told'\n\(body)\n"
                    .utf8
            ).write(to: URL(filePath: helper))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o700], ofItemAtPath: helper)
            return .endpoint(
                "http://127.0.0.1:\(server.port)/\(path)", tokenHelper: "/bin/sh \(helper)")
        }
        _ = try reply(location("last", "echo token=very-secret-1"))
        #expect(server.hasPrinted("POST /last text/plain;charset=utf-8 Bearer:very-secret-1 6"))
        #expect(try fault(location("status/401", "echo token=very-secret-2")) == .status(401))
        let told = try String(contentsOfFile: "\(directory.path)/told", encoding: .utf8)
        let host = "host=127.0.0.1:\(server.port)"
        #expect(told == "get\n\(host)\n\nget\n\(host)\n\nerase\n\(host)\ntoken=very-secret-2\n\n")
        for (body, reason) in [
            ("exit 3", "it ended with status 3"), ("echo password=x", "it named none"),
            ("printf 'token=a b\\n'", "it named none"), ("printf 'token=\\n'", "it named none"),
        ] {
            #expect(try fault(location("last", body)) == .noToken(reason))
        }
    }

    // MARK: Commands

    @Test func aCommandReadsTheTextAndAnswers() throws {
        #expect(
            text(try reply(.command("tail -n 1 | tr a-z A-Z"), "Hi\n(your turn)\n"))
                == "(YOUR TURN)\n")
        #expect(
            try reply(.command("echo No more; exit 42"))
                == MachineReply(.horizon, Array("No more\n".utf8)))
        // What it says beside its answer is no part of it, and it need not read all.
        #expect(
            text(
                try reply(
                    .command("echo a >&2; echo b"), String(repeating: "long ", count: 100_000)))
                == "b\n")
    }

    @Test(arguments: [
        ("exit 1", MachineFault.exited(1)), ("echo half; exit 7", .exited(7)),
        ("kill -9 $$", .exited(137)),
        ("no-such-program-at-all", .exited(127)),
    ])
    func aCommandThatFailsHasNotAnswered(_ command: String, _ expected: MachineFault) throws {
        #expect(try fault(.command(command)) == expected)
    }

    @Test func aCommandIsEndedAfterItsTime() throws {
        #expect(
            try fault(.command("trap '' TERM; echo a; sleep 30"), seconds: 1)
                == .outOfTime(seconds: 1))
        #expect(
            try fault(.command("head -c 70000 /dev/zero | tr '\\0' a")) == .tooLong)
    }

    @Test func faultsNameNothingOfAnAnswer() {
        let faults: [MachineFault] = [
            .notConfigured, .badEndpoint, .noToken("it failed"), .unreachable("host"),
            .outOfTime(seconds: 1), .interrupted, .status(500), .exited(1), .tooLong, .empty,
            .notUTF8,
            .controlCharacter(offset: 3), .notPlainText("text/html"), .notUnderstood(.invitation),
            .notUnderstood(.turn),
        ]
        #expect(Set(faults.map(\.reason)).count == faults.count)
    }
}
