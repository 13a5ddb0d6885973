import Foundation
import RedoJSON
import TestSupport
import Testing

/// Where devices exchange nodes.
protocol SyncFixture {
    /// A device with an empty store, a key and the remote.
    func device(_ name: String) throws -> TaskStore
    /// The ids of the nodes that the remote has, found without this suite.
    func nodeIDs() throws -> Set<String>
}

extension GitFixture: SyncFixture {
    func device(_ name: String) throws -> TaskStore { try device(name, url: nil) }
}

/// The scenarios of the app's plan for testing its sync across platforms that are the same with every kind
/// of remote. Each is named by its number there, and says in its own words what it is about.
struct SyncScenarios {
    let fixture: any SyncFixture
    let iOS: TaskStore
    let web: TaskStore
    let android: TaskStore
    let terminal: TaskStore
    var all: [TaskStore] { [iOS, web, android, terminal] }

    /// A scenario, to be run with one kind of remote.
    struct Scenario: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let run: @Sendable (SyncScenarios) -> () throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (SyncScenarios) -> () throws -> Void) {
            (testDescription, self.run) = (name, run)
        }
    }

    static let all = [
        Scenario(
            "1: create on one device and read on another",
            scenario1CreateOnOneDeviceAndReadOnAnother),
        Scenario(
            "2: each device follows the one before it", scenario2EachDeviceFollowsTheOneBeforeIt),
        Scenario("3: a conflict is merged", scenario3AConflictIsMerged),
        Scenario("4: quick turns make one line", scenario4QuickTurnsMakeOneLine),
        Scenario("5: many nodes arrive at once", scenario5ManyNodesArriveAtOnce),
        Scenario("6: texts arrive as they were", scenario6TextsArriveAsTheyWere),
        Scenario("8: two creations at one moment", scenario8TwoCreationsAtOneMoment),
        Scenario("10: once around all devices", scenario10OnceAroundAllDevices),
    ]

    init(_ fixture: any SyncFixture) throws {
        self.fixture = fixture
        iOS = try fixture.device("ios")
        web = try fixture.device("web")
        android = try fixture.device("android")
        terminal = try fixture.device("cli")
    }

    /// Pushes three nodes of one task, which another device fetches.
    ///
    /// - Returns: the files of the nodes on the device that made them.
    func pushedChain() throws -> [String: [UInt8]] {
        try write(iOS, "commit-node", "CREATE", "-f", "title=Chain")
        try write(iOS, "edit", "Chain", "-p", "5", at: 1)
        let task = try #require(try iOS.tasks().first?["guid"]?.text)
        try write(iOS, "commit-node", "COMPLETE", "--task", task, at: 2)
        try iOS.expect(["push"])
        try android.expect(["fetch"])
        return try iOS.runner.contents(of: ".redo/objects")
    }

    func at(_ second: Int) -> [String: String] {
        let (minute, second) = (second / 60, second % 60)
        return [
            "REDO_WALL": "2025-11-16T10:\(minute < 10 ? "0" : "")\(minute):"
                + "\(second < 10 ? "0" : "")\(second).000Z"
        ]
    }

    func write(
        _ device: TaskStore, _ words: String..., at second: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try device.run(words[0], Array(words.dropFirst()), extra: at(second))
        #expect(outcome.status == 0, "\(words): \(outcome)", sourceLocation: sourceLocation)
    }

    func lamports(_ device: TaskStore) throws -> [Int?] {
        try device.nodes().map { $0["timestamp"]?["lamport"]?.integer }
    }

    func expectAgreement(
        _ devices: [TaskStore], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(
            Set(try devices.map { try $0.stateHash() }).count == 1, sourceLocation: sourceLocation)
        #expect(Set(try devices.map { try $0.ids() }).count == 1, sourceLocation: sourceLocation)
        for device in devices {
            let verified = try device.run("verify", ["--all", "--require-signature"])
            #expect(verified.status == 0, "\(verified)", sourceLocation: sourceLocation)
        }
    }

    /// One device makes a task, another reads it: with the same fields, from a node in the right form.
    func scenario1CreateOnOneDeviceAndReadOnAnother() throws {
        try write(
            web, "commit-node", "CREATE", "-f", "title=Buy groceries", "-f", "priority:=3", "-f",
            "timeEstimate:=30")
        try web.expect(["push"])
        #expect(try fixture.nodeIDs() == web.ids())
        try iOS.expect(["fetch"])
        let task = try #require(try iOS.tasks().first)
        #expect(task["title"] == "Buy groceries" && task["priority"]?.integer == 3)
        let node = try #require(try iOS.nodes().first)
        #expect(node["id"]?.text?.wholeMatch(of: /sha256:[0-9a-f]{64}/) != nil)
        #expect(
            node["timestamp"]?["wall"]?.text?
                .wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        #expect(node["author"]?["userId"]?.text?.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        #expect(node["signature"]?.text?.wholeMatch(of: /[0-9a-f]{128}/) != nil)
        try expectAgreement([web, iOS])
    }

    /// A task goes through three devices; each continues where the one before it stopped.
    func scenario2EachDeviceFollowsTheOneBeforeIt() throws {
        try write(iOS, "commit-node", "CREATE", "-f", "title=Write tests")
        try iOS.expect(["push"])
        try android.expect(["fetch"])
        try write(android, "edit", "Write", "--title", "Write comprehensive tests", at: 1)
        try android.expect(["push"])
        try web.expect(["fetch"])
        let task = try #require(try web.tasks().first?["guid"]?.text)
        try write(web, "commit-node", "COMPLETE", "--task", task, at: 2)
        try web.expect(["push"])
        try iOS.expect(["fetch"])
        let nodes = try iOS.nodes()
        #expect(nodes.map { $0["action"] } == ["CREATE", "UPDATE", "COMPLETE"])
        #expect(try lamports(iOS) == [1, 2, 3])
        for (parent, child) in zip(nodes, nodes.dropFirst()) {
            #expect(child.parents == [parent["id"]?.text])
        }
        let done = try #require(try iOS.tasks().first)
        #expect(done["title"] == "Write comprehensive tests")
        #expect(done["completedAt"]?.text == at(2)["REDO_WALL"])
        try android.expect(["fetch"])
        try expectAgreement([iOS, android, web])
    }

    /// Two devices change one task without a connection; who comes second merges, and nothing is lost.
    func scenario3AConflictIsMerged() throws {
        try write(iOS, "commit-node", "CREATE", "-f", "title=Plan meeting", "-f", "priority:=3")
        for number in 2...10 {
            try write(iOS, "edit", "Plan", "--points", "\(number)", at: number)
        }
        try iOS.expect(["push"])
        try android.expect(["fetch"])
        let task = try #require(try iOS.tasks().first?["guid"]?.text)
        try write(iOS, "commit-node", "COMPLETE", "--task", task, at: 100)
        try write(android, "edit", "Plan", "-p", "1", at: 101)
        try iOS.expect(["push"])
        try android.expect(["fetch"])
        #expect(try android.run("heads", ["--diverged"]).lines.count == 2)
        try android.expect(["pull", "--merge"])
        try android.expect(["push"])
        try iOS.expect(["fetch"])
        let nodes = try iOS.nodes()
        #expect(try lamports(iOS).suffix(3) == [11, 11, 12])
        let merge = try #require(nodes.last)
        #expect(merge["action"] == "MERGE")
        #expect(Set(merge.parents) == Set(nodes.suffix(3).dropLast().map { $0["id"]?.text }))
        let state = try #require(try iOS.tasks().first)
        #expect(state["completedAt"]?.text == at(100)["REDO_WALL"])
        #expect(state["priority"]?.integer == 1)
        #expect(try iOS.run("heads").lines.count == 1)
        try expectAgreement([iOS, android])
    }

    /// Quick turns of four devices make one line, with clocks that count up.
    func scenario4QuickTurnsMakeOneLine() throws {
        try write(web, "commit-node", "CREATE", "-f", "title=Relay")
        try web.expect(["push"])
        try iOS.expect(["pull"])
        try write(iOS, "edit", "Relay", "-p", "4", at: 1)
        try iOS.expect(["push"])
        try android.expect(["pull"])
        try write(android, "todo", "Relay", "--due", "2025-12-01T09:00:00.000Z", at: 2)
        try android.expect(["push"])
        try terminal.expect(["pull"])
        try write(terminal, "done", "Relay", at: 3)
        try terminal.expect(["push"])
        try web.expect(["pull"])
        let task = try #require(try web.tasks().first?["guid"]?.text)
        try write(web, "commit-node", "COMPLETE", "--task", task, at: 4)
        for device in [web] + all + all { try device.expect(["sync"]) }
        #expect(try lamports(web) == [1, 2, 3, 4, 5])
        let nodes = try web.nodes()
        #expect(nodes.dropFirst().allSatisfy { $0.parents.count == 1 })
        #expect(
            nodes.map { $0["action"] } == [
                "CREATE", "UPDATE", "CREATE_TODO", "COMPLETE_TODO", "COMPLETE",
            ])
        let walls = nodes.compactMap { $0["timestamp"]?["wall"]?.text }
        #expect(walls == walls.sorted() && walls.count == 5)
        try expectAgreement(all)
    }

    /// Five hundred tasks, half of them completed, arrive at once and whole.
    func scenario5ManyNodesArriveAtOnce() throws {
        let user = try #require(
            try web.runner.contents(of: "home/.config/redo/keys").keys.first
        ).prefix(32)
        let key = try #require(
            try web.runner.shell("sed -n 's/^publicKey //p' home/.config/redo/keys/\(user).key")
                .lines
                .first)
        func write(_ nodes: [SampleNode]) throws -> [String] {
            let text = nodes.map {
                $0.text().replacingOccurrences(
                    of: "\"userId\":\"00112233445566778899aabbccddeeff\"",
                    with: "\"publicKey\":\"\(key)\",\"userId\":\"\(user)\"") + "\n"
            }.joined()
            let outcome = try web.runner.run(
                "redo-hash-object", ["-w", "--sign", "--batch"], input: Array(text.utf8))
            try #require(outcome.status == 0, "\(outcome)")
            return outcome.lines
        }
        let roots = try write((1...500).map { SampleNode(task: SampleNode.task($0)) })
        _ = try write(
            (1...250).map {
                SampleNode(
                    action: "COMPLETE", task: SampleNode.task($0), parents: [roots[$0 - 1]],
                    lamport: 2, fields: [:])
            })
        #expect(try web.expect(["push"]).text.hasPrefix("pushed 750 nodes "))
        #expect(try iOS.expect(["fetch"]).text == "received 750 nodes\n")
        let tasks = try TaskStore.objects(iOS.run("replay", ["--json"]))
        #expect(tasks.count == 500)
        #expect(tasks.count { $0["completedAt"]?.text != nil } == 250)
        #expect(try fixture.nodeIDs().count == 750)
        try expectAgreement([web, iOS])
    }

    /// Texts of all kinds arrive as they were written.
    func scenario6TextsArriveAsTheyWere() throws {
        let title = "Test émojis 🚀 & symbols: @#$%^&*()"
        let description = "Multi-line\nwith\ttabs\nand \"quotes\" \\ and e\u{301} é"
        try write(
            iOS, "commit-node", "CREATE", "-f", "title=\(title)", "-f",
            "description=\(description)")
        try iOS.expect(["push"])
        for device in [web, android] {
            try device.expect(["fetch"])
            let task = try #require(try TaskStore.objects(device.run("replay", ["--json"])).first)
            #expect(task["title"]?.text.map { Array($0.utf8) } == Array(title.utf8))
            #expect(task["description"]?.text.map { Array($0.utf8) } == Array(description.utf8))
            #expect(try device.run("export").output == iOS.run("export").output)
        }
        try expectAgreement([iOS, web, android])
    }

    /// Two tasks of the same moment are two tasks, in the same order everywhere.
    func scenario8TwoCreationsAtOneMoment() throws {
        try write(iOS, "commit-node", "CREATE", "-f", "title=Task A")
        try write(android, "commit-node", "CREATE", "-f", "title=Task B")
        let pushes = try [iOS, android].map { try Coprocess($0.runner, "redo-push", []) }
        #expect(pushes.allSatisfy { $0.wait() == 0 })
        let fetches = try [iOS, android].map { try Coprocess($0.runner, "redo-fetch", []) }
        #expect(fetches.allSatisfy { $0.wait() == 0 })
        #expect(try lamports(iOS) == [1, 1])
        #expect(try iOS.tasks().count == 2)
        let order = try iOS.nodes().compactMap { $0["id"]?.text }
        #expect(order == order.sorted() && Set(order).count == 2)
        #expect(try android.nodes().compactMap { $0["id"]?.text } == order)
        #expect(try iOS.run("heads", ["--diverged"]).lines.isEmpty)
        try expectAgreement([iOS, android])
    }

    /// A task with three to-dos goes through all devices, and comes back with four, completed.
    func scenario10OnceAroundAllDevices() throws {
        try write(iOS, "commit-node", "CREATE", "-f", "title=Round-trip test")
        let made = try #require(try iOS.tasks().first?["guid"]?.text)
        for number in 1...3 {
            try write(
                iOS, "commit-node", "CREATE_TODO", "--task", made, "-f",
                "deadline=2025-12-0\(number)T09:00:00.000Z", at: number)
        }
        try iOS.expect(["push"])
        try web.expect(["fetch"])
        let task = try #require(try web.tasks().first)
        let first = try #require(task.todos.first?["guid"]?.text)
        let id = try #require(task["guid"]?.text)
        try write(
            web, "commit-node", "COMPLETE_TODO", "--task", id, "-f", "todoTaskId=\(first)", "-f",
            "completed=2025-11-16T10:00:10.000Z", at: 10)
        try web.expect(["push"])
        try android.expect(["fetch"])
        #expect(try android.tasks().first?.todos.first?["completed"]?.text != nil)
        try write(
            android, "commit-node", "ADD_TODO", "--task", id, "-f", "title=Final step", at: 20)
        try android.expect(["push"])
        try terminal.expect(["fetch"])
        #expect(try terminal.tasks().first?.todos.count == 4)
        try write(terminal, "commit-node", "COMPLETE", "--task", id, at: 30)
        try terminal.expect(["push"])
        for device in [iOS, web, android] { try device.expect(["fetch"]) }
        let end = try #require(try iOS.tasks().first)
        #expect(end["completedAt"]?.text == at(30)["REDO_WALL"])
        #expect(end.todos.count == 4)
        #expect(end.todos.count { $0["completed"]?.text != nil } == 1)
        #expect(try lamports(iOS) == [1, 2, 3, 4, 5, 6, 7])
        let nodes = try iOS.nodes()
        for (parent, child) in zip(nodes, nodes.dropFirst()) {
            #expect(child.parents == [parent["id"]?.text])
        }
        try expectAgreement(all)
    }
}
