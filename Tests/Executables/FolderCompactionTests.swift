import Foundation
import TestSupport
import Testing

/// `redo remote compact` in folders, and what becomes of files that no statement lists.
@Suite struct FolderCompactionTests {
    private let fixture: GitFixture
    private let phone: TaskStore

    init() throws {
        fixture = try GitFixture()
        let stick = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
        phone = try fixture.device("phone", url: "folder:\(stick)")
        for number in 1...4 {
            try phone.add("Task \(number)", "--draft")
            try phone.expect(["push"])
        }
    }

    private func device(_ name: String) throws -> TaskStore {
        try fixture.device(name, url: "folder:\(fixture.place.path("stick"))")
    }

    private func names(_ directory: String) throws -> Set<String> {
        Set(try fixture.place.shell("cd stick/\(directory) 2>/dev/null && ls").lines)
    }

    /// Runs a command so many days after the first ones.
    private func run(_ words: [String], day: Int) throws -> CommandOutcome {
        let date = "2025-\(day < 15 ? "11-\(16 + day)" : "12-\(day - 14)")"
        let wall = (date.count < 10 ? date.replacing("12-", with: "12-0") : date) + "T12:00:00.000Z"
        return try phone.run(words[0], Array(words.dropFirst()), extra: ["REDO_WALL": wall])
    }

    @Test func theHistoryGoes() throws {
        #expect(try phone.expect(["remote", "compact"]).text.hasSuffix(" became 1\n"))
        #expect(try phone.expect(["remote", "compact"]).text == "nothing to compact\n")
        #expect(try names("slots").count == 1)
        let laptop = try device("laptop")
        #expect(try laptop.expect(["fetch"]).text == "received 4 nodes\n")
        try laptop.add("More", "--draft")
        try laptop.expect(["sync"])
        try phone.expect(["sync"])
        #expect(try phone.ids() == laptop.ids())
    }

    /// What no statement lists is marked, and removed 30 days later, if it is still so.
    @Test func unlistedFilesGoAfter30Days() throws {
        try phone.expect(["remote", "compact"])
        let all = try names("data")
        let marked = try names("gone")
        #expect(!marked.isEmpty && marked.isStrictSubset(of: all))
        for day in [1, 29] {
            _ = try run(["remote", "compact"], day: day)
            #expect(try names("data") == all && names("gone") == marked, "day \(day)")
        }
        _ = try run(["remote", "compact"], day: 30)
        #expect(try names("data") == all.subtracting(marked))
        // That they were removed is said for as long again.
        #expect(try names("gone") == Set(marked.map { "\($0)-going" }))
        let laptop = try device("laptop")
        #expect(try laptop.expect(["fetch"]).text == "received 4 nodes\n")
    }

    /// A push that joins packs does the same.
    @Test func aPushMarksWhatItReplaces() throws {
        let marked = try names("gone")
        #expect(!marked.isEmpty)
        try phone.add("Late", "--draft")
        // Day 31.
        let pushed = try phone.run("push", extra: ["REDO_WALL": "2025-12-17T12:00:01.000Z"])
        #expect(pushed.status == 0, "\(pushed)")
        #expect(try names("data").isDisjoint(with: marked))
    }

    /// A device whose statement comes late, with a copy of the folder, keeps its files: the mark goes.
    @Test func aListedFileLosesItsMark() throws {
        let laptop = try device("laptop")
        try laptop.add("From the laptop", "--draft")
        let before = try names("data")
        try laptop.expect(["push"])
        let data = try names("data").subtracting(before)
        try #require(data.count == 1)
        // As another device sees it that has the data, but not the statement yet.
        let slots = try fixture.place.shell("cd stick/slots && ls -t").lines
        _ = try fixture.place.shell("mv stick/slots/\(slots[0]) away")
        try phone.expect(["remote", "compact"])
        #expect(try data.isSubset(of: names("gone")))
        _ = try fixture.place.shell("mv away stick/slots/\(slots[0])")
        _ = try run(["remote", "compact"], day: 30)
        #expect(try data.isSubset(of: names("data")))
        #expect(try data.isDisjoint(with: names("gone")))
        let reader = try device("reader")
        try reader.expect(["fetch"])
        #expect(try reader.ids().count == 5)
    }

    /// While a statement is not complete nothing is marked or removed: it could list anything.
    @Test func aHalfCopiedStatementKeepsEverything() throws {
        try phone.expect(["remote", "compact"])
        let (all, marked) = (try names("data"), try names("gone"))
        let slot = String(repeating: "0", count: 32)
        let name = String(repeating: "0", count: 15) + "1-" + String(repeating: "a", count: 64)
        _ = try fixture.place.shell(
            "mkdir stick/slots/\(slot) && echo half >stick/slots/\(slot)/\(name)")
        _ = try run(["remote", "compact"], day: 30)
        #expect(try names("data") == all && names("gone") == marked)
    }

    /// No writer lists a file anew that has a mark: the nodes go into other packs.
    @Test func aMarkedFileIsNotListedAnew() throws {
        let stick = fixture.place.path("stick")
        try fixture.write(10...15, on: phone)
        _ = try fixture.place.shell("cp -a stick before")
        _ = try phone.runner.shell("cp -a .redo/checkpoints before")
        try phone.expect(["push"])
        let made = try names("data").subtracting(
            try fixture.place.shell("ls before/data").lines)
        try #require(made.count == 1)
        // As if it had been pushed once, given up, and marked.
        _ = try fixture.place.shell("find stick -mindepth 1 -delete; cp -a before/. stick")
        _ = try phone.runner.shell(
            "cd .redo/checkpoints/origin && find . -mindepth 1 -delete; cp -a ../../../before/origin/. ."
        )
        _ = try fixture.place.shell(
            "mkdir -p stick/gone && echo 2025-11-16T12:00:00.000Z >stick/gone/\(made.first ?? "")")
        try phone.expect(["push"])
        let listed = try fixture.place.shell("cat $(ls '\(stick)'/slots/*/* | tail -1)").text
        #expect(!listed.contains(try #require(made.first)))
        let reader = try device("reader")
        try reader.expect(["fetch"])
        #expect(try reader.ids() == phone.ids())
    }

    /// Readers and writers while another device compacts again and again.
    @Test func othersGoOnMeanwhile() throws {
        let laptop = try device("laptop")
        try laptop.expect(["fetch"])
        let outcomes = try fixture.compactWhileOthersPush(phone, laptop)
        #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes)")
        for device in [phone, laptop, phone] { try device.expect(["sync"]) }
        #expect(try phone.ids().count == 16 && laptop.ids() == phone.ids())
        let reader = try device("reader")
        try reader.expect(["fetch"])
        #expect(try reader.ids() == phone.ids())
    }
}
