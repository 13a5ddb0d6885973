import Foundation
import TestSupport
import Testing

/// `REDO_TRACE`: what it records, where, and what never stands in it.
@Suite struct TraceTests {
    private let runner: CommandRunner
    private var file: String { runner.path("trace") }

    init() throws { runner = try CommandRunner.withStore() }

    private func trace() throws -> String {
        String(decoding: try runner.contents(ofFile: "trace"), as: UTF8.self)
    }

    /// The lines about something.
    private func lines(_ event: String) throws -> [String] {
        try trace().split(separator: "\n").map(String.init).filter {
            $0.split(separator: " ").dropFirst(2).first == Substring(event)
        }
    }

    @Test func aCommandIsTracedFromItsStartToItsEnd() throws {
        let outcome = try runner.run("redo", ["add", "Buy milk"], extra: ["REDO_TRACE": file])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        let start = try lines("start")
        #expect(start.count == 1 && start[0].contains("redo add 'Buy milk'"), "\(start)")
        let opened = try lines("open")
        #expect(opened.contains { $0.contains(" read ") && $0.hasSuffix(".redo/config") })
        #expect(opened.contains { $0.contains(" library libsodium.so") })
        #expect(opened.contains { $0.contains(" create ") && $0.contains("/.redo/objects/") })
        #expect(try lines("end").count == 1)
        #expect(try trace().hasSuffix(" ms\n"))
        for line in try trace().split(separator: "\n") {
            let words = line.split(separator: " ")
            #expect(words[0].wholeMatch(of: /[0-9]+\.[0-9]{3}/) != nil, "\(line)")
            #expect(Int(words[1]) != nil, "\(line)")
        }
    }

    /// An exchange is no process of its own, whatever is in the folder of the suite.
    @Test func anExchangeStartsNoProcess() throws {
        let made = try runner.shell(
            "git init -q --bare remote.git && redo-remote add origin \"$PWD/remote.git\"")
        try #require(made.status == 0, "\(made)")
        let fetched = try runner.run("redo", ["fetch"], extra: ["REDO_TRACE": file])
        #expect(fetched.status == 0 && fetched.text == "nothing new\n", "\(fetched)")
        let first = try trace()
        #expect(try lines("start").count == 1 && lines("end").count == 1, "\(first)")
        try ProgramFile.write(
            "#!/bin/sh\necho ran\n", to: runner.path("other/redo-remote-git"))
        let again = try runner.run(
            "redo", ["fetch"], extra: ["REDO_EXEC_PATH": runner.path("other")])
        #expect(again.status == 0 && again.text == fetched.text, "\(again)")
    }

    @Test func oneIsStandardErrorAndZeroIsNothing() throws {
        let traced = try runner.run("redo", ["list"], extra: ["REDO_TRACE": "1"])
        #expect(traced.status == 0 && traced.codedError.contains(" start "), "\(traced)")
        #expect(traced.codedError.contains(" end status 0 after "))
        #expect(try runner.run("redo", ["list"], extra: ["REDO_TRACE": "0"]).error.isEmpty)
        #expect(try runner.run("redo", ["list"]).text == traced.text)
    }

    @Test func aFailureEndsWithItsStatus() throws {
        _ = try runner.run("redo", ["show", "nothing"], extra: ["REDO_TRACE": file])
        #expect(try lines("end").first?.contains(" end status 128 after ") == true)
    }

    @Test func otherValuesAreAWarning() throws {
        for value in ["trace", "true", "./trace", runner.path("missing/trace")] {
            let outcome = try runner.run("redo", ["list"], extra: ["REDO_TRACE": value])
            #expect(outcome.status == 0 && outcome.codedError.hasPrefix("warning: "), "\(outcome)")
            #expect(
                outcome.codedError.contains("REDO_TRACE is '\(value)', and nothing is traced: "))
            #expect(outcome.codedError.split(separator: "\n").count == 1)
        }
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func theFileIsItsOwnersAndIsAppendedTo() throws {
        for _ in 0..<2 { _ = try runner.run("redo", ["list"], extra: ["REDO_TRACE": file]) }
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try lines("end").count == 2)
    }

    @Test func aLinkIsNotFollowed() throws {
        _ = try runner.shell("ln -s target trace")
        let outcome = try runner.run("redo", ["list"], extra: ["REDO_TRACE": file])
        #expect(outcome.codedError.contains("nothing is traced: "), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: runner.path("target")))
    }

    @Test(.enabled(if: getuid() == 0, "only root can make files of others"))
    func whatAnotherUserOwnsIsNotUsed() throws {
        _ = try runner.shell(
            "mkdir real && ln -s real link && chown -h 65534 link; : >other; chown 65534 other")
        for path in ["link/trace", "other"] {
            let outcome = try runner.run(
                "redo", ["list"], extra: ["REDO_TRACE": runner.path(path)])
            #expect(outcome.codedError.contains("traced: Belongs to another user"), "\(outcome)")
        }
        #expect(!FileManager.default.fileExists(atPath: runner.path("real/trace")))
        #expect(try runner.contents(ofFile: "other").isEmpty)
    }

    @Test func programsThatAreStartedAreRecordedAndInheritIt() throws {
        let made = try runner.shell(
            """
            mkdir -p "$HOME/.config/redo/hooks" && cd "$HOME/.config/redo/hooks" &&
            printf '#!/bin/sh\\nredo --version >/dev/null\\n' >post-write && chmod 755 post-write
            """)
        #expect(made.status == 0, "\(made)")
        let outcome = try runner.shell("redo add Milk", extra: ["REDO_TRACE": file])
        #expect(outcome.status == 0, "\(outcome)")
        let (runs, text) = (try lines("run"), try trace())
        #expect(runs.contains { $0.contains("hooks/post-write") }, "\(text)")
        #expect(try lines("ended").contains { $0.contains(": status 0 after ") })
        #expect(try lines("start").count == 2)
    }

    @Test func gitAndRequestsAreRecorded() throws {
        _ = try runner.shell(
            """
            git init -q --bare there.git; redo add Milk; redo remote add origin "$PWD/there.git"
            redo remote add cloud 'firestore:p?uid=alice'; redo config firestore.retryDelay 1
            """)
        let pushed = try runner.shell("redo push origin", extra: ["REDO_TRACE": file])
        #expect(pushed.status == 0, "\(pushed)")
        let (connections, text) = (try lines("git"), try trace())
        let listed = "git list \(runner.path("there.git")) after "
        #expect(connections.contains { $0.contains(listed) }, "\(text)")
        _ = try runner.shell(
            "redo push cloud",
            extra: [
                "REDO_TRACE": file, "FIRESTORE_EMULATOR_HOST": "127.0.0.1:1",
                "REDO_FIRESTORE_TOKEN": "ya29.secret",
            ])
        let requests = try lines("http")
        #expect(requests.contains { $0.contains(" http://127.0.0.1:1/v1/projects/p/") })
        #expect(requests.allSatisfy { $0.contains(": refused after ") }, "\(requests)")
    }

    // MARK: What never stands in it

    /// Titles and names of files forge no line and no sequence that controls a terminal.
    @Test func nothingForgesALine() throws {
        let nasty = "a\n   0.001        1 end status 0\r\u{1B}[31m\u{9B}2J\u{202E}b"
        _ = try runner.run(
            "redo", ["add", nasty, "--tag", nasty], extra: ["REDO_TRACE": file])
        _ = try runner.run(
            "redo", ["-C", runner.directory.path, "--redo-dir", nasty, "list"],
            extra: ["REDO_TRACE": file])
        let text = try trace()
        #expect(text.contains("\\u000a   0.001"), "\(text)")
        #expect(try lines("end").count == 2 && lines("start").count == 2)
        for scalar in text.unicodeScalars where scalar != "\n" {
            #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
            #expect(scalar.value != 0x202E)
        }
    }

    @Test func aLongTextIsCutOff() throws {
        let title = String(repeating: "ä", count: 5000)
        _ = try runner.run("redo", ["add", title], extra: ["REDO_TRACE": file])
        #expect(try trace().split(separator: "\n").allSatisfy { $0.utf8.count < 4300 })
        #expect(try lines("start").first?.hasSuffix("ä…") == true)
    }

    /// Each command that handles a secret, in a run in which all secrets are known.
    @Test func noSecretStandsInATrace() throws {
        let secrets = [
            "passphrase": "correct horse battery", "token": "ya29.a0AfB_token",
            "client": "GOCSPX-client-secret", "bucket": "wJalrXUtnFEMI/bucket",
            "session": "FwoGZXIvYXdz-session", "password": "hunter2-password",
            "query": "AIzaSy-query-key", "fragment": "fragment-of-a-link",
            "helper": "ghp_helperToken123",
        ]
        for (name, value) in secrets { try runner.write(Array("\(value)\n".utf8), to: name) }
        let outcome = try runner.shell(
            """
            with() { REDO_PASSPHRASE_FD=3 "$@" 3<passphrase; }
            export REDO_TRACE="$PWD/trace"
            with redo key lock; with redo add Milk; with redo key unlock
            with redo keygen --name Two
            redo keygen --no-passphrase --name Three
            redo person create Ana >words
            sed -n 's/^recovery of .*: //p' words >line
            REDO_PASSPHRASE_FD=4 redo recover --revoke-none --yes 4<line
            redo config --global firebase.clientSecret "$(cat client)"
            redo config --global --add key.helper "mine helper --token $(cat helper)"
            redo -c "firebase.clientSecret=$(cat client)" config --list >/dev/null
            redo -c "alias.c=config" c --global firebase.apiKey "$(cat query)"
            redo config --global firestore.tokenHelper "printf token=$(cat helper)\\\\n #"
            redo config firestore.retryDelay 1
            redo remote add cloud 'firestore:p?uid=alice'
            FIRESTORE_EMULATOR_HOST=127.0.0.1:1 redo push cloud
            FIRESTORE_EMULATOR_HOST=127.0.0.1:1 REDO_FIRESTORE_TOKEN="$(cat token)" redo fetch cloud
            redo remote add bad "https://ana:$(cat password)@127.0.0.1:1/x.git"
            redo remote add worse "ana:$(cat password)@127.0.0.1:x.git"
            redo remote add bucket store:s3:http://127.0.0.1:1/tasks/log
            AWS_ACCESS_KEY_ID=AKIA AWS_SECRET_ACCESS_KEY="$(cat bucket)" \
                AWS_SESSION_TOKEN="$(cat session)" redo fetch bucket
            printf 'url=http://127.0.0.1:1/?key=%s#%s\\ntoken=%s\\n\\nx' "$(cat query)" \
                "$(cat fragment)" "$(cat token)" | redo-http
            redo open "https://example.org/task/x?key=$(cat query)#$(cat fragment)"
            redo key helper mine list; redo key list >/dev/null
            """)
        let text = try trace()
        for (name, value) in secrets { #expect(!text.contains(value), "\(name): \(outcome)") }
        // The run did what it should have.
        let started = try lines("start")
        #expect(started.count >= 20, "\(started.count)")
        #expect(try lines("http").count >= 3, "\(text)")
        #expect(try lines("run").contains { $0.contains("/bin/sh -c 'printf …'") }, "\(text)")
        #expect(text.contains("firebase.clientSecret [removed]"))
        #expect(text.contains("firebase.clientSecret=[removed]"))
        // The words of the recovery keys, and the seeds in key files.
        let words = String(decoding: try runner.contents(ofFile: "line"), as: UTF8.self)
        let code = words.split(whereSeparator: \.isWhitespace)
        #expect(code.count >= 24, "\(outcome)")
        for index in code.indices.dropLast() {
            #expect(!text.contains("\(code[index]) \(code[index + 1])"))
        }
        var seedCount = 0
        for (name, bytes) in try runner.contents(of: "home/.config/redo/keys")
        where name.hasSuffix(".key") {
            let contents = String(decoding: bytes, as: UTF8.self)
            for match in contents.matches(of: /\nseed ([0-9a-f]{64})/) {
                seedCount += 1
                #expect(!text.contains(match.1), "\(name)")
            }
        }
        #expect(seedCount > 0)
    }
}
