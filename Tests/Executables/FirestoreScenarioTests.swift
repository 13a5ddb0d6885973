import Foundation
import RedoJSON
import TestSupport
import Testing

/// The ten scenarios of the app's plan for testing its sync across platforms, with Google's emulator of
/// Firestore in the middle.
@Suite(.withEmulator) struct FirestoreScenarioTests {
    private let fixture: FirestoreFixture
    private let scenarios: SyncScenarios
    private var iOS: TaskStore { scenarios.iOS }
    private var web: TaskStore { scenarios.web }
    private var android: TaskStore { scenarios.android }

    init() throws {
        fixture = try FirestoreFixture()
        scenarios = try SyncScenarios(fixture)
    }

    @Test(arguments: SyncScenarios.all)
    func theScenarioOfEveryRemote(_ scenario: SyncScenarios.Scenario) throws {
        try scenario.run(scenarios)()
    }

    /// Somebody changes a node in the database so that its parent is none: it is refused, the rest stays.
    @Test func scenario7ABrokenParentIsRefused() throws {
        let before = try scenarios.pushedChain()
        let last = try #require(try iOS.nodes().last?["id"]?.text)
        let none = "sha256:" + String(repeating: "0", count: 63) + "7"
        let changed = try fixture.project.ask(
            "PATCH", "/nodes/\(last)?updateMask.fieldPaths=parents",
            #"{"fields":{"parents":{"arrayValue":{"values":[{"stringValue":"\#(none)"}]}}}}"#)
        try #require(changed.status == 200, "\(changed)")
        let outcome = try iOS.expect(["fetch", "--refetch"], status: 1)
        #expect(outcome.codedError.hasPrefix("error: E_HASH_MISMATCH: \(last)"), "\(outcome)")
        #expect(try iOS.runner.contents(of: ".redo/objects") == before)
        #expect(try iOS.nodes().count == 3 && iOS.tasks().count == 1)
        let reader = try fixture.device("reader")
        #expect(try reader.expect(["fetch"], status: 1).text == "received 2 nodes\n")
        #expect(try reader.nodes().count == 2)
    }

    /// A node that is signed as it is, and follows one that nobody can find: it waits.
    @Test func scenario7ANodeWithoutItsParentWaits() throws {
        let parent = try iOS.commit("CREATE", "-f", "title=Gone")
        let task = try #require(try iOS.tasks().first?["guid"]?.text)
        let child = try iOS.commit("UPDATE", "--task", task, "-f", "priority:=1")
        try iOS.expect(["push"])
        try #require(try fixture.project.ask("DELETE", "/nodes/\(parent)").status == 200)
        let outcome = try android.expect(["fetch"], status: 1)
        #expect(outcome.codedError.contains("error: E_PARENT_NOT_FOUND: \(child)"), "\(outcome)")
        #expect(try android.nodes().isEmpty)
        #expect(try android.run("remote", ["show"]).text.contains("waiting for a parent: 1 node"))
        // The parent comes some other way, and the child with the next fetch.
        let line = try iOS.run("cat-node", [parent]).output
        try android.runner.write(line, to: "parent.json")
        try android.expect(["import", "parent.json"])
        #expect(try android.expect(["fetch"]).text == "received 1 node\n")
        try scenarios.expectAgreement([iOS, android])
    }

    /// Half of the connections are cut. Every run goes on where the one before it stopped; in the end no
    /// node is missing and none is there twice.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func scenario9HalfOfTheConnectionsFail(_ seed: UInt64) throws {
        let seed = seed &+ Seed().value
        for device in [iOS, web] { try device.expect(["config", "firestore.pageSize", "10"]) }
        let made = try web.runner.shell(
            "for N in $(seq 50); do redo add \"Task $N\" >/dev/null || exit 1; done")
        try #require(made.status == 0, "\(made)")
        try fixture.project.expect(dropping: 0.5, seed: seed)
        func run(_ device: TaskStore, _ command: String) throws -> Int {
            for count in 1...20 {
                let outcome = try device.run(command)
                if outcome.status == 0 { return count }
                #expect(
                    outcome.status == 128 && outcome.codedError.contains("FIREBASE_00"),
                    "\(outcome)")
                #expect(try device.run("fsck").status == 0)
            }
            Issue.record("it never ends well, with the seed \(seed)")
            return 0
        }
        _ = try run(web, "push")
        _ = try run(iOS, "fetch")
        let requests = try fixture.project.requests()
        #expect(requests.contains { $0.fault != nil }, "seed \(seed)")
        try fixture.project.expect()
        #expect(try iOS.nodes().count == 100 && iOS.tasks().count == 50, "seed \(seed)")
        #expect(try iOS.expect(["fetch"]).text.hasSuffix("nothing new\n"))
        #expect(try fixture.project.documentNames().count == 100)
        try scenarios.expectAgreement([web, iOS])
        try fixture.expectSound()
    }
}
