import RedoJSON
import TestSupport
import Testing

/// What `redo status` tells of remotes in Firestore, without asking them.
@Suite struct FirestoreStatusTests {
    private func remote(of store: TaskStore, _ extra: [String: String]) throws -> JSONValue {
        let outcome = try store.run("status", ["--json"], extra: extra)
        return try #require(TaskStore.objects(outcome).first?["remotes"]?.elements.first)
    }

    /// Where nobody answers, work goes on, and what has not gone is counted.
    @Test func withoutANetworkItIsKnownWhatIsNotSent() throws {
        let away = ["FIRESTORE_EMULATOR_HOST": "127.0.0.1:1"]
        let store = try TaskStore()
        let url = "firestore:nowhere?uid=alice"
        try store.expect(["remote", "add", "origin", url])
        try store.expect(["config", "firestore.retryDelay", "1"])
        func text() throws -> String { try store.run("status", [], extra: away).text }
        #expect(try text().contains("\nremote    origin \(url): everything pushed\n"))
        try store.add("Water the plants")
        for command in ["push", "sync"] {
            let outcome = try store.run(command, [], extra: away)
            #expect(
                outcome.status == 128 && outcome.codedError.contains("FIREBASE_002"), "\(outcome)")
        }
        try store.add("Feed the cat")
        #expect(try text().contains("\nremote    origin \(url): 4 nodes not pushed\n"))
        #expect(try text().contains("\nhint: 'redo push origin' sends what it lacks\n"))
        let shown = try remote(of: store, away)
        #expect(shown["lastSync"]?["failure"]?["code"] == "FIREBASE_002")
        #expect(try text().contains("\nsync      "))
        #expect(
            shown.removing("lastSync") == [
                "devices": [], "lastFetch": .null, "name": "origin", "refused": 0,
                "rejected": [], "unpushed": 4, "url": .string(JSONString(url)), "waiting": 0,
                "withheld": [],
            ])
        #expect(try store.run("remote", ["show", "--porcelain"], extra: away).lines.count == 5)
    }

    @Test func anAddressThatIsNoneIsNotKnown() throws {
        let store = try TaskStore()
        try store.expect(["config", "remote.origin.url", "firestore:?"])
        try store.expect(["config", "remote.other.url", "firestore:p?uid=a"])
        let outcome = try store.run("status")
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(
            outcome.text.contains(
                "origin firestore:?: the number of unpushed nodes is not known\n"))
        #expect(outcome.text.contains("other firestore:p?uid=a: everything pushed\n"))
    }

    @Test(.withEmulator) func whatWasSentIsKnown() throws {
        let fixture = try FirestoreFixture()
        let phone = try fixture.device("phone")
        let laptop = try fixture.device("laptop")
        func unpushed() throws -> JSONValue? { try remote(of: phone, [:])["unpushed"] }
        try phone.add("Water the plants")
        #expect(try unpushed() == 2)
        try phone.expect(["push"])
        #expect(try unpushed() == 0)
        // What comes from there is there.
        try laptop.add("Feed the cat")
        try laptop.expect(["sync"])
        try phone.expect(["fetch"])
        #expect(try unpushed() == 0)
        // Offline.
        let away = ["FIRESTORE_EMULATOR_HOST": "127.0.0.1:1"]
        _ = try phone.run("edit", ["cat", "-p", "5"], extra: away)
        #expect(try unpushed() == 1)
        try phone.expect(["sync"])
        #expect(try unpushed() == 0)
        let text = try phone.run("status").text
        #expect(text.contains(": everything pushed; last read ") && !text.contains("hint:"))
        try fixture.project.expect()
        _ = try remote(of: phone, [:])
        #expect(try fixture.project.requests().isEmpty)
    }

    /// Nodes that another account has stored: told apart, not sent again, and nothing else waits for them.
    @Test(.withEmulator) func whatWasRefusedIsToldApart() throws {
        let fixture = try FirestoreFixture()
        let project = fixture.project
        let alice = try fixture.device("phone", uid: "alice")
        let bob = try fixture.device("laptop", uid: "bob")
        func requests() throws -> [String] { try project.requests().map(\.method) }
        try alice.add("Water the plants")
        try alice.expect(["push"])
        try bob.runner.write(try alice.run("export").output, to: "nodes")
        try bob.expect(["import", "nodes"])
        try bob.add("Feed the cat")
        #expect(try bob.run("push").status == 1)
        let status = try bob.run("status").text
        #expect(status.contains(": everything else pushed, 2 nodes refused there\n"), "\(status)")
        #expect(status.contains("hint: 'redo remote show --porcelain origin' lists what was"))
        let told = try remote(of: bob, [:])
        #expect(told["unpushed"] == 0 && told["refused"] == 2)
        let refused = try alice.ids().sorted().map { "refused\t\($0)" }
        #expect(
            try bob.run("remote", ["show", "--porcelain"]).lines.dropFirst() == refused[...])
        #expect(try bob.run("remote", ["show"]).text.contains("refused there: 2 nodes\n"))

        // What follows them stays as well, and nobody is asked.
        try project.expect()
        try bob.expect(["edit", "plants", "-p", "5"])
        let following = try bob.run("push")
        #expect(following.status == 1 && following.codedError.contains("it follows a node"))
        let again = try bob.run("push")
        #expect(again.status == 1 && again.text == "nothing was pushed\n")
        #expect(
            again.codedError.hasPrefix("error: FIREBASE_002: 3 nodes stay here: origin has refused")
        )
        #expect(try requests().isEmpty)
        try bob.add("Read a book")
        #expect(try bob.run("push").text == "pushed 2 nodes to origin\n")
        #expect(try requests() == ["commit"])

        // Alice lets Bob read them: they are there, and what follows them goes.
        for id in try alice.ids() {
            let made = try project.ask(
                "PATCH", "/nodes/\(id)?updateMask.fieldPaths=accessList",
                #"{"fields":{"accessList":{"arrayValue":{"values":[{"stringValue":"alice"},{"stringValue":"bob"}]}}}}"#
            )
            try #require(made.status == 200, "\(made)")
        }
        try bob.expect(["fetch", "--refetch"])
        #expect(try bob.expect(["push"]).text == "pushed 1 node to origin\n")
        #expect(try remote(of: bob, [:])["refused"] == 0)
        try fixture.expectSound()
    }
}

extension JSONValue {
    /// The object without a member.
    fileprivate func removing(_ name: JSONString) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.name != name })
    }
}
