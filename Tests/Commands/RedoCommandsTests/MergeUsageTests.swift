import TestSupport
import Testing

/// What `redo-merge` refuses, without writing anything.
@Suite struct MergeUsageTests {
    private let task: DivergedTask

    init() throws {
        task = try DivergedTask(
            left: ["title=left", "priority:=5"], right: ["title=right", "extra=x"])
    }

    private func expectRefused(
        _ arguments: [String], _ error: String, status: Int32 = 129
    ) throws {
        let before = try task.store.runner.contents(of: ".redo")
        let outcome = try task.merge(arguments)
        #expect(outcome.status == status, "\(arguments): \(outcome)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: \(error)"), "\(arguments): \(outcome)")
        #expect(try task.store.runner.contents(of: ".redo") == before)
    }

    @Test(arguments: [[], ["--all", "base"], ["--resolve", "title=ours"]])
    func tasksAreNamedOrAll(_ arguments: [String]) throws {
        try expectRefused(arguments, "USAGE: name the tasks to merge, or use --all")
    }

    @Test(arguments: ["nope", "manual", "LWW", ""])
    func policies(_ policy: String) throws {
        try expectRefused(["right", "--policy", policy], "USAGE: there is no policy '\(policy)'")
    }

    @Test func dialects() throws {
        try expectRefused(["right", "--dialect", "x"], "USAGE: there is no dialect 'x'")
    }

    @Test(arguments: ["title", "=ours", "title=", "title=nope", "title:ours", "title=ours=x"])
    func whatIsNoResolution(_ entry: String) throws {
        try expectRefused(
            ["right", "--resolve", entry],
            "USAGE: '\(entry)' is not a resolution such as title=ours")
    }

    @Test func aStrategyTakesItsValueAndNoOther() throws {
        try expectRefused(
            ["right", "--resolve", "title=manual"],
            "USAGE: --resolve title=manual needs a value after 'manual:'")
        for strategy in ["lww", "union", "max", "min"] {
            try expectRefused(
                ["right", "--resolve", "title=\(strategy):3"],
                "USAGE: --resolve title=\(strategy):3: \(strategy) takes no value")
        }
    }

    @Test(arguments: [
        "priority=manual:high", "priority=manual:9", "title=manual:", "archived=manual:yes",
        "completedAt=manual:null", "snoozedUntil=manual:soon",
    ])
    func aManualValueHasTheFormOfItsMember(_ entry: String) throws {
        // Both heads change all of these, so that nothing else can be wrong.
        let ends = try [task.left, task.right].map { head in
            let archive = try task.write("ARCHIVE", [], after: [head], minute: 3)
            let done = try task.write("COMPLETE", [], after: [archive], minute: 4)
            return try task.write(
                "SNOOZE", ["snoozeUntil=2025-03-01T00:00:00Z"], after: [done], minute: 5)
        }
        try task.write("UPDATE", ["priority:=1"], after: [ends[1]], minute: 6)
        let path = entry.prefix { $0 != "=" }
        try expectRefused(["right", "--resolve", entry], "USAGE: --resolve \(path): '")
    }

    @Test(arguments: ["title=max", "title=min", "title=union", "priority=union", "extra=max"])
    func aStrategyHasToFitTheValues(_ entry: String) throws {
        let parts = entry.split(separator: "=")
        try expectRefused(
            ["right", "--resolve", entry],
            "USAGE: --resolve \(parts[0]): \(parts[1]) does not fit its values")
    }

    @Test(arguments: ["description=lww", "nothing=ours:LEFT", "nothing.at.all=lww", "guid=lww"])
    func anEntryHasToDecideSomething(_ entry: String) throws {
        try expectRefused(
            ["right", "--resolve", entry],
            "USAGE: --resolve \(entry.prefix { $0 != "=" }): no head changed it")
    }

    @Test func theNamedNodeIsAHead() throws {
        try expectRefused(
            ["right", "--resolve", "title=ours:ROOT"],
            "USAGE: \(task.root) is not one of the heads to merge")
        try expectRefused(
            ["right", "--resolve", "title=theirs:ffffffff"],
            "NAME_001: there is no node 'ffffffff'", status: 128)
        try expectRefused(
            ["right", "--resolve", "title=ours:right"],
            "NAME_002: 'right' is ambiguous", status: 128)
    }

    @Test func theFieldsDialectCannotRemoveAField() throws {
        try expectRefused(
            ["right", "--resolve", "extra=ours:LEFT"],
            "USAGE: a MERGE of the fields dialect cannot set extra to nothing; "
                + "use --dialect payload")
    }

    @Test func theFieldsDialectCannotArchive() throws {
        try task.write("ARCHIVE", [], after: [task.left], minute: 3)
        try expectRefused(
            ["right", "--resolve", "archived=manual:false"],
            "USAGE: a MERGE of the fields dialect cannot set archived to false; ")
        try task.expectMerged(["--resolve", "archived=manual:false", "--dialect", "payload"])
        #expect(try task.state()["archived"] == false)
    }

    @Test func withoutAKeyNothingIsWritten() throws {
        let keyless = try CommandRunner.withEmptyStore()
        let root = try keyless.store(SampleNode())
        _ = try keyless.store(
            [1, 2].map {
                SampleNode(
                    action: "UPDATE", parents: root, lamport: 2, fields: ["priority": .number($0)])
            })
        let before = try keyless.objectNames()
        let outcome = try keyless.run("redo-merge", ["--all"])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: KEYCHAIN_002: "))
        #expect(try keyless.objectNames() == before)
    }
}
