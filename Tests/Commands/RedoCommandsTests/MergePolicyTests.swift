import RedoJSON
import TestSupport
import Testing

/// `redo-merge --policy`: what decides a conflict. It is the same in both dialects.
@Suite struct MergePolicyTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let policy: String
        let title: JSONValue
        let priority: JSONValue
        let points: JSONValue
        let tags: JSONValue
        var testDescription: String { policy }
    }

    static let cases: [Case] = [
        Case(policy: "lww", title: "right", priority: 4, points: 3, tags: ["a", "b", "z"]),
        Case(policy: "ours", title: "left", priority: 2, points: 8, tags: ["z", "a"]),
        Case(policy: "theirs", title: "right", priority: 4, points: 3, tags: ["z", "b"]),
        Case(policy: "union", title: "right", priority: 4, points: 3, tags: ["a", "b", "z"]),
        Case(policy: "max", title: "right", priority: 4, points: 8, tags: ["a", "b", "z"]),
        Case(policy: "min", title: "right", priority: 2, points: 3, tags: ["a", "b", "z"]),
    ]

    private func diverged() throws -> DivergedTask {
        try DivergedTask(
            base: [#"tags:=["z"]"#],
            left: [
                "title=left", "priority:=2", "storyPoints:=8", #"tags:=["z","a"]"#, "only=left",
            ],
            right: [
                "title=right", "priority:=4", "storyPoints:=3", #"tags:=["z","b"]"#,
                "frequencyDays:=7",
            ])
    }

    @Test(arguments: cases, ["fields", "payload"])
    func decidesWhatHeadsDisagreeAbout(_ example: Case, _ dialect: String) throws {
        let task = try diverged()
        try task.expectMerged(["--policy", example.policy, "--dialect", dialect])
        let state = try task.state()
        #expect(state["title"] == example.title)
        #expect(state["priority"] == example.priority)
        #expect(state["storyPoints"] == example.points)
        #expect(state["tags"] == example.tags)
        // What one head changed is not a conflict.
        #expect(state["only"] == "left")
        #expect(state["frequencyDays"] == 7)
    }

    @Test func aResolutionComesBeforeThePolicy() throws {
        let task = try diverged()
        try task.expectMerged(["--policy", "max", "--resolve", "storyPoints=min"])
        let state = try task.state()
        #expect(state["storyPoints"] == 3)
        #expect(state["priority"] == 4)
    }

    @Test func oursIsTheHeadOfThisDeviceElseOfThisUser() throws {
        let task = try diverged()
        let outcome = try task.store.run(
            "merge", [DivergedTask.id, "--policy", "ours"], extra: ["REDO_DEVICE": "a third"])
        #expect(outcome.status == 0)
        // Of this user's heads the last one.
        #expect(try task.state()["title"] == "right")
    }

    @Test func withoutAHeadOfOnesOwnOursHasToBeNamed() throws {
        let store = try TaskStore()
        let root = try store.runner.store(SampleNode(fields: ["title": "base"]))
        let heads = try store.runner.store(
            ["left", "right"].map {
                SampleNode(
                    action: "UPDATE", parents: root, lamport: 2,
                    fields: ["title": .string(JSONString($0))])
            })
        let before = try store.runner.contents(of: ".redo")
        for choice in [
            ["--policy", "ours"], ["--policy", "theirs"], ["--resolve", "title=ours"],
        ] {
            let outcome = try store.run("merge", [DivergedTask.id] + choice)
            #expect(outcome.status == 129)
            #expect(outcome.output.isEmpty)
            #expect(
                outcome.codedError.hasPrefix(
                    "error: USAGE: none of the heads is yours; name one, as in --resolve "
                        + "title=ours:"), "\(outcome)")
        }
        #expect(try store.runner.contents(of: ".redo") == before)
        let named = try store.run(
            "merge", [DivergedTask.id, "--resolve", "title=ours:\(heads[0])"])
        #expect(named.status == 0)
        #expect(try store.tasks().map { $0["title"] } == ["left"])
        // Without a conflict nobody asks whose it is.
        let quiet = try DivergedTask(left: ["priority:=2"], right: ["title=right"])
        try quiet.expectMerged(["--policy", "theirs"])
    }
}
