import Foundation
import RedoJSON
import TestSupport
import Testing

/// Remotes in Firestore, as somebody at a shell meets them.
@Suite(.withEmulator) struct FirestoreCommandTests {
    private let fixture: FirestoreFixture
    private var project: FirestoreProject { fixture.project }

    init() throws { fixture = try FirestoreFixture() }

    private func requests() throws -> [String] { try project.requests().map(\.method) }

    @Test(arguments: ["nodes", "changes"])
    func nodesGoThereAndCome(_ layout: String) throws {
        let phone = try fixture.device("phone", layout: layout)
        let laptop = try fixture.device("laptop", layout: layout)
        try phone.add("Water the plants")
        #expect(try phone.expect(["push"]).text == "pushed 2 nodes to origin\n")
        #expect(try laptop.expect(["fetch"]).text == "received 2 nodes\n")
        #expect(try laptop.run("export").output == phone.run("export").output)
        #expect(try laptop.stateHash() == phone.stateHash())
        try fixture.expectSound()
    }

    @Test func whereNothingIsNewNothingIsAsked() throws {
        let phone = try fixture.device("phone")
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        try phone.add("Water the plants")
        try phone.expect(["push"])
        try project.expect()
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        #expect(try requests() == [])
        #expect(try phone.expect(["fetch"]).text == "nothing new\n")
        #expect(try phone.expect(["fetch"]).text == "nothing new\n")
        #expect(try requests() == ["runQuery", "runQuery"])
        #expect(try phone.expect(["sync"]).text == "nothing new\neverything up-to-date\n")
    }

    /// What was created in the last minute is read once more when the minute is over, and not before.
    @Test func theLastMinuteIsReadOnceMore() throws {
        let phone = try fixture.device("phone")
        let laptop = try fixture.device("laptop")
        try phone.add("Water the plants")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        try phone.add("Feed the cat")
        try phone.expect(["push"])
        try project.expect()
        for text in ["received 2 nodes\n", "nothing new\n"] {
            #expect(try laptop.expect(["fetch"]).text == text)
        }
        #expect(try project.requests().map(\.found) == [2, 0])
        let made = try laptop.runner.shell(
            #"sed -i 's/"second":[0-9]*/"second":1700000000/' .redo/firestore/origin/state"#)
        try #require(made.status == 0)
        try project.expect()
        for _ in 0..<2 { #expect(try laptop.expect(["fetch"]).text == "nothing new\n") }
        #expect(try project.requests().map(\.found) == [4, 0])
    }

    /// What is sent and what is not is known without a connection.
    @Test func offlineWorkGoesOn() throws {
        let phone = try fixture.device("phone")
        try phone.add("Water the plants")
        let away = ["FIRESTORE_EMULATOR_HOST": "127.0.0.1:1"]
        for command in ["push", "fetch", "sync", "pull"] {
            let outcome = try phone.run(command, [], extra: away)
            #expect(outcome.status == 128, "\(outcome)")
            #expect(
                outcome.codedError.hasPrefix(
                    "error: FIREBASE_002: nothing listens at 127.0.0.1:1: the connection was refused"
                ),
                "\(outcome)")
            #expect(
                outcome.codedError.contains(
                    "\nhint: start the emulator there; FIRESTORE_EMULATOR_HOST names it\n"
                        + "hint: nothing is lost"), "\(outcome)")
            // Nothing is repeated, and nothing is said of what is new.
            #expect(
                outcome.output.isEmpty && !outcome.codedError.contains("trying again"), "\(outcome)"
            )
        }
        try phone.add("Feed the cat")
        #expect(try phone.run("remote", ["show"]).text.contains("not pushed: 4 nodes"))
        #expect(try phone.expect(["sync"]).text == "nothing new\nsent 4 changes to origin\n")
        #expect(try phone.run("remote", ["show"]).text.contains("not pushed: nothing"))
        #expect(try phone.run("remote", ["show", "--porcelain"]).lines.count == 1)
    }

    /// Whoever waits is told for what, where progress is shown.
    @Test func whatIsWaitedForIsSaid() throws {
        let phone = try fixture.device("phone")
        try phone.add("Water the plants")
        for (fault, cause) in [
            ("503", "the server is busy"), ("429", "the server is busy"),
            ("aborted", "another client is writing the same documents"),
            ("500", "the server failed"), ("before", "the server cannot be reached"),
            ("html", "the server is busy"),
        ] {
            try project.expect(.init(fault))
            let outcome = try phone.run("fetch", ["--progress", "--refetch"])
            #expect(
                outcome.status == 0
                    && outcome.codedError.contains("note: \(cause); trying again in 1 s\n"),
                "\(fault): \(outcome)")
            try project.expect(.init(fault))
            #expect(try phone.run("fetch", ["--refetch"]).error.isEmpty)
        }
    }

    /// What an app has exported goes and comes in as few requests as can be, and lies in one pack then.
    @Test func manyNodesTakeFewRequestsAndOnePack() throws {
        let phone = try fixture.device("phone")
        let laptop = try fixture.device("laptop")
        let sample = Fixtures.directory.appending(path: "redo_changes.json").path
        try phone.expect(["import", sample])
        #expect(try phone.expect(["push"]).text == "pushed 367 nodes to origin\n")
        #expect(try requests() == ["commit"])
        try laptop.expect(["config", "firestore.pageSize", "120"])
        try project.expect()
        #expect(try laptop.expect(["fetch"]).text == "received 367 nodes\n")
        // Three full pages, and the rest.
        #expect(try requests() == Array(repeating: "runQuery", count: 4))
        #expect(try project.requests().compactMap(\.found) == [120, 120, 120, 7])
        #expect(try laptop.run("export").output == phone.run("export").output)
        let count = try laptop.run("count-objects", ["-v"])
        #expect(count.text.contains("in-pack: 367\npacks: 1\n"), "\(count)")
        try fixture.expectSound()
    }

    @Test func porcelainNamesEachNode() throws {
        let phone = try fixture.device("phone")
        let laptop = try fixture.device("laptop")
        try phone.add("Water the plants")
        let ids = try phone.nodes().compactMap { $0["id"]?.text }
        let lines = ids.map { "\($0)\tnodes/\($0)\tOK" }
        #expect(try phone.expect(["push", "--dry-run"]).text == "would push 2 nodes to origin\n")
        #expect(try requests() == [])
        #expect(try phone.expect(["push", "--porcelain"]).lines.sorted() == lines.sorted())
        #expect(try laptop.expect(["fetch", "--dry-run"]).text == "would receive 2 nodes\n")
        #expect(try laptop.nodes().isEmpty)
        #expect(try laptop.expect(["fetch", "--porcelain"]).lines == lines)
    }

    @Test func aCloneHasAllOfIt() throws {
        let phone = try fixture.device("phone")
        try phone.add("Water the plants")
        try phone.expect(["push"])
        let runner = try fixture.runner("tablet")
        let outcome = try runner.run("redo-clone", [project.url(), "copy"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.hasPrefix("received 2 nodes\nmade a store of 2 nodes: "))
        let copy = try runner.run("redo-export", ["--redo-dir", runner.path("copy/.redo")])
        #expect(try copy.output == phone.run("export").output)
        let away = try runner.run(
            "redo-clone", [project.url(), "other"],
            extra: ["REDO_FIRESTORE_TOKEN": "x", "FIRESTORE_EMULATOR_HOST": "127.0.0.1:1"])
        #expect(away.status == 128 && away.codedError.contains("FIREBASE_002"), "\(away)")
        #expect(!FileManager.default.fileExists(atPath: runner.path("other")))
    }

    @Test(arguments: [
        "firestore:", "firestore:p", "firestore:p?uid=a/b", "firestore:p?uid=a&layout=x",
        "firestore:P?uid=a",
    ])
    func whatIsNoAddressIsNoRemote(_ url: String) throws {
        let phone = try fixture.device("phone")
        let outcome = try phone.run("remote", ["add", "other", url])
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: STORAGE_001: the address of a replica"))
    }

    @Test func aRemovedRemoteIsForgotten() throws {
        let phone = try fixture.device("phone")
        try phone.add("Water the plants")
        try phone.expect(["push"])
        try phone.expect(["remote", "remove", "origin"])
        #expect(try phone.runner.contents(of: ".redo/firestore").isEmpty)
        try phone.expect(["remote", "add", "origin", project.url()])
        #expect(
            try phone.expect(["push"]).text
                == "pushed 0 nodes to origin, which had 2 others already\n")
        #expect(try fixture.nodeIDs().count == 2)
    }

    /// A replica that was set back is filled again, by a device that reads all of it.
    @Test func aReplicaThatLostNodesIsFilledAgain() throws {
        let phone = try fixture.device("phone")
        try phone.add("Water the plants")
        try phone.expect(["push"])
        let id = try #require(try phone.nodes().last?["id"]?.text)
        try #require(try project.ask("DELETE", "/nodes/\(id)").status == 200)
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        try phone.expect(["fetch", "--refetch"])
        #expect(try phone.expect(["push"]).text == "pushed 1 node to origin\n")
        #expect(try fixture.nodeIDs().contains(id))
    }

    /// A store that lost a node gets it back.
    @Test func aNodeThatIsLostComesAgain() throws {
        let phone = try fixture.device("phone")
        try phone.add("Water the plants")
        try phone.expect(["sync"])
        let id = try #require(try phone.nodes().last?["id"]?.text)
        try FileManager.default.removeItem(atPath: phone.runner.path(phone.runner.objectName(id)))
        #expect(
            try phone.expect(["fetch"]).text
                == "received 1 node\n1 node that this store had lost is back\n")
    }

    @Test func nodesWithoutASignatureAreSignedOrStay() throws {
        let phone = try fixture.device("phone")
        try phone.runner.store(SampleNode())
        let outcome = try phone.run("push")
        #expect(outcome.status == 1 && outcome.text == "nothing was pushed\n", "\(outcome)")
        #expect(outcome.codedError.contains("error: E_INVALID_SIGNATURE: sha256:"))
        #expect(outcome.codedError.contains("hint: 'redo push --skip-unsigned'"))
        try phone.add("Feed the cat")
        let skipping = try phone.run("push", ["--skip-unsigned"])
        #expect(
            skipping.status == 0 && skipping.text == "pushed 2 nodes to origin\n", "\(skipping)")
        #expect(try requests() == ["commit"])
    }

    @Test func authorsThatAreNotLetInStayOut() throws {
        let phone = try fixture.device("phone")
        let laptop = try fixture.device("laptop")
        try phone.add("Water the plants")
        try phone.expect(["push"])
        let config = ["config", "sync.allowedAuthors", String(repeating: "0", count: 32)]
        try laptop.expect(config)
        let outcome = try laptop.run("fetch")
        #expect(
            outcome.status == 1 && outcome.codedError.contains("sync.allowedAuthors"), "\(outcome)")
        #expect(try laptop.nodes().isEmpty)
        // All is read again when somebody is let in.
        let author = try #require(try phone.nodes().first?["author"]?["userId"]?.text)
        try laptop.expect(["config", "sync.allowedAuthors", author])
        #expect(try laptop.expect(["fetch"]).text == "received 2 nodes\n")
    }

    /// Another account cannot be read, and its nodes stay its own.
    @Test func anotherAccountIsAnotherAccount() throws {
        let alice = try fixture.device("phone", uid: "alice")
        let bob = try fixture.device("laptop", uid: "bob")
        try alice.add("Water the plants")
        try alice.expect(["push"])
        #expect(try bob.expect(["fetch"]).text == "nothing new\n")
        let lines = try alice.run("export").output
        try bob.runner.write(lines, to: "nodes")
        try bob.expect(["import", "nodes"])
        let outcome = try bob.run("push")
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.codedError.contains("another account has stored it already"), "\(outcome)")
        try bob.add("Feed the cat")
        #expect(try bob.run("push").text == "pushed 2 nodes to origin\n")
    }

    @Test func aTokenThatIsRefusedIsAnError() throws {
        let phone = try fixture.device("phone")
        try phone.add("Water the plants")
        try project.expect(.init("expired", times: 100))
        let outcome = try phone.run("push")
        #expect(outcome.status == 128 && outcome.codedError.contains("FIREBASE_001"), "\(outcome)")
        #expect(try requests() == ["commit"])
    }

    /// A helper's token that has expired is exchanged for another, once.
    @Test func aHelperIsAskedForAnotherToken() throws {
        let phone = try fixture.device("phone")
        let path = try phone.runner.writeProgram(
            """
            #!/bin/sh
            echo "$1" >> "\(phone.runner.path("told"))"
            cat >> "\(phone.runner.path("told"))"
            echo token=\(FirestoreProject.token("alice"))

            """, to: "helper", mode: 0o700)
        try phone.expect(["config", "--global", "firestore.tokenHelper", path])
        try phone.add("Water the plants")
        try project.expect(.init("expired"))
        #expect(try phone.expect(["push"]).text == "pushed 2 nodes to origin\n")
        let told = String(
            decoding: try phone.runner.contents(ofFile: "told"), as: UTF8.self
        ).split(separator: "\n")
        #expect(told.filter { ["get", "erase"].contains($0) } == ["get", "erase", "get"])
        #expect(told.contains("project=\(project.name)") && told.contains("uid=alice"))
        #expect(try project.requests().allSatisfy { $0.uid == "alice" })
    }

    /// A service account's key is exchanged for a token, by a server that checks its signature.
    @Test func aServiceAccountGetsItsToken() throws {
        let phone = try fixture.device("phone", uid: "robot")
        let made = try phone.runner.shell(
            "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key.pem 2>/dev/null; "
                + "openssl pkey -in key.pem -pubout -out public.pem")
        try #require(made.status == 0, "\(made)")
        func text(_ name: String) throws -> String {
            String(decoding: try phone.runner.contents(ofFile: name), as: UTF8.self)
        }
        let key: JSONValue = [
            "type": "service_account", "client_email": "robot@example.org",
            "private_key": .string(JSONString(try text("key.pem"))),
            "token_uri": .string(JSONString("http://\(project.host)/token")),
        ]
        let path = try phone.runner.write(CanonicalJSON.bytes(key), to: "key.json")
        _ = try phone.runner.shell("chmod 600 key.json")
        try phone.expect(["config", "--global", "firestore.keyFile", path])
        try project.trust(publicKey: try text("public.pem"), lifetime: 3600)
        try phone.add("Water the plants")
        #expect(try phone.expect(["push"]).text == "pushed 2 nodes to origin\n")
        #expect(try project.requests().map(\.uid) == ["robot"])
        for (_, bytes) in try phone.runner.contents(of: ".redo") {
            let content = String(decoding: bytes, as: UTF8.self)
            #expect(!content.contains("PRIVATE KEY") && !content.contains("eyJ"))
        }
    }

    /// Tokens stand neither in what is printed nor in what is kept.
    @Test func tokensAreNotShown() throws {
        let phone = try fixture.device("phone")
        try phone.add("Water the plants")
        let token = FirestoreProject.token("alice") + "secret"
        for fault in ["quoting", "500", "expired", "html", "garbage", "redirect", "before"] {
            try project.expect(.init(fault, times: 100))
            let outcome = try phone.run("push", [], extra: ["REDO_FIRESTORE_TOKEN": token])
            #expect(outcome.status != 0, "\(outcome)")
            #expect(!(outcome.text + outcome.error).contains("secret"), "\(outcome)")
        }
        for (_, bytes) in try phone.runner.contents(of: ".redo") {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
        }
    }

    @Test func whatOnlyGitRemotesHaveIsRefused() throws {
        let phone = try fixture.device("phone")
        for words in [
            ["fetch", "--no-require-signature"], ["fetch", "--prune"],
            ["fetch", "origin", "refs/x"],
        ] {
            try phone.expect(words, status: 129)
        }
        try phone.configure("[firestore]\nretryDelay = soon")
        try phone.expect(["push"], status: 129)
    }

    /// What is shared can be read by the account of the grantee, whose name the user's own configuration has; the rest of
    /// the log cannot.
    @Test func whatIsSharedIsReadByTheAccountsThatAreKnown() throws {
        let alice = try fixture.device("alice")
        let bob = try fixture.device("bob", uid: "bob")
        let water = try alice.add("Water")
        try alice.add("Of my own")
        try alice.expect(["push"])
        // The log knows Bob's key by a node of his.
        try bob.add("Of Bob's own")
        let user = try #require(try bob.nodes().first?["author"]?["userId"]?.text)
        let nodes = try bob.run("export").output
        let taken = try alice.runner.run("redo-import", [], input: nodes)
        try #require(taken.status == 0, "\(taken)")
        // Nothing is said of who can read the remote.
        try alice.expect(["share", water, "--with", user, "--as", "write"])
        try alice.configure("[account \"\(user)\"]\n\tuid = bob")
        try alice.expect(["push"])
        try bob.expect(["fetch"])
        #expect(try bob.tasks().count == 1)
        try alice.expect(["config", "--global", "account.\(user).uid", "bob"])
        let opened = try alice.run("push")
        #expect(opened.status == 0)
        #expect(opened.codedError == "note: 3 nodes there can now be read by others\n", "\(opened)")
        try bob.expect(["fetch"])
        #expect(
            try bob.tasks().compactMap { $0["title"]?.text }.sorted() == ["Of Bob's own", "Water"])
        try bob.expect(["edit", water, "--title", "Wine"])
        // Nothing has been shared since, so nothing is asked.
        try alice.expect(["push"])
        try fixture.expectSound()
    }
}
