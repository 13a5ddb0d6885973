import Foundation
import TestSupport
import Testing

/// `redo fetch --watch`: nodes come in as they appear, whatever the kind of remote.
@Suite struct FetchWatchTests {
    private let fixture: GitFixture

    init() throws { fixture = try GitFixture() }

    private func watch(_ device: TaskStore) throws -> Coprocess {
        try device.expect(["config", "sync.interval", "1"])
        return try Coprocess(device.runner, "redo-fetch", ["--watch"], errorFile: "errors")
    }

    private func errors(_ device: TaskStore) throws -> String {
        String(decoding: try device.runner.contents(ofFile: "errors"), as: UTF8.self)
    }

    private func expectArrivals(
        _ phone: TaskStore, _ laptop: TaskStore, endingWith signal: Int32
    ) throws {
        try laptop.add("Milk", "--draft")
        try laptop.expect(["push"])
        let process = try watch(phone)
        defer { process.send(signal: SIGKILL) }
        #expect(process.line() == "received 1 node")
        try laptop.add("Bread", "--draft")
        try laptop.expect(["push"])
        #expect(process.line() == "received 1 node")
        #expect(try phone.ids() == laptop.ids())
        process.send(signal: signal)
        #expect(process.wait() == 128 + signal)
        #expect(process.line() == nil)
        #expect(
            try errors(phone) == "note: fetching from origin every 1 s, until a signal ends it\n")
    }

    @Test func fromAGitRepository() throws {
        try expectArrivals(
            fixture.device("phone"), fixture.device("laptop"), endingWith: SIGTERM)
    }

    @Test func fromADirectory() throws {
        let stick = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
        try expectArrivals(
            fixture.device("phone", url: "folder:\(stick)"),
            fixture.device("laptop", url: "folder:\(stick)"), endingWith: SIGINT)
    }

    @Test(.withEmulator) func fromFirestore() throws {
        let firestore = try FirestoreFixture()
        try expectArrivals(
            firestore.device("phone"), firestore.device("laptop"), endingWith: SIGTERM)
    }

    /// A remote that is away is said to be, and asked again.
    @Test func aRemoteThatFailsIsTriedAgain() throws {
        let stick = fixture.place.path("stick")
        // The folder is missing, of which the command that adds it warns.
        let phone = try fixture.storeWithoutRemote("phone")
        let added = try phone.run("remote", ["add", "origin", "folder:\(stick)"])
        try #require(added.status == 0, "\(added)")
        let process = try watch(phone)
        defer { process.send(signal: SIGKILL) }
        for _ in 0..<1200 where try !errors(phone).contains("trying again") { usleep(50_000) }
        let said = try errors(phone).split(separator: "\n").map(String.init)
        #expect(
            said.count >= 3
                && said[1].codesFirst.hasPrefix("error: STORAGE_001: there is no folder "))
        #expect(said.last == "note: origin could not be fetched from; trying again in 2 s")
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
        let laptop = try fixture.device("laptop", url: "folder:\(stick)")
        try laptop.add("Milk", "--draft")
        try laptop.expect(["push"])
        #expect(process.line() == "received 1 node")
        process.send(signal: SIGTERM)
        #expect(process.wait() == 128 + SIGTERM)
    }

    @Test func nothingIsSaidOfNothing() throws {
        let phone = try fixture.device("phone")
        #expect(try phone.expect(["fetch", "--quiet"]).output.isEmpty)
        let laptop = try fixture.device("laptop")
        try laptop.add("Milk", "--draft")
        try laptop.expect(["push"])
        #expect(try phone.expect(["fetch", "-q"]).text == "received 1 node\n")
    }

    @Test(arguments: ["--all", "--refetch", "--lost", "--dry-run", "--porcelain"])
    func whatDoesNotGoTogetherIsRefused(_ option: String) throws {
        let outcome = try fixture.device("phone").run("fetch", ["--watch", option])
        #expect(
            outcome.status == 129 && outcome.codedError.hasPrefix("error: USAGE: "), "\(outcome)")
    }
}
