import Foundation
import RedoJSON
import TestSupport
import Testing

/// What `redo sync` says of what arrived.
@Suite struct ReceivedTasksTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let laptop: TaskStore

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        laptop = try fixture.device("laptop")
    }

    @Test func tasksAreCountedByTheirDevices() throws {
        for title in ["Milk", "Bread", "Rent"] { try phone.add(title) }
        try phone.expect(["sync"])
        #expect(try laptop.expect(["sync"]).lines.first == "3 tasks added by phone")
        // What became of a task that is new is not said besides.
        try phone.expect(["edit", "Milk", "-p", "5"])
        try phone.expect(["edit", "Bread", "-p", "5"])
        try phone.add("Cake")
        try phone.expect(["done", "Cake"])
        try phone.expect(["sync"])
        let text = try laptop.expect(["sync"]).text
        #expect(text.hasPrefix("2 tasks changed and 1 added by phone\n"), "\(text)")
        #expect(!text.contains("node"), "\(text)")
        #expect(try laptop.expect(["sync"]).text == "nothing new\neverything up-to-date\n")
    }

    @Test func whatWasSentIsCounted() throws {
        try phone.add("Milk")
        #expect(try phone.expect(["sync"]).lines.last == "sent 2 changes to origin")
    }

    @Test func whatIsSharedWithYouIsSaid() throws {
        let line = try #require(
            laptop.expect(["key", "show"]).lines.first { $0.hasPrefix("publicKey ") })
        let key = String(line.dropFirst("publicKey ".count))
        try phone.add("Party")
        #expect(try phone.run("share", ["Party", "--with", key, "--as", "write"]).status == 0)
        try phone.expect(["sync"])
        let lines = try laptop.expect(["sync"]).lines
        #expect(
            lines.prefix(2) == ["1 task added by phone", "phone shared 'Party' with you (write)"],
            "\(lines)")
    }

    @Test func whatIsTakenBackIsSaid() throws {
        let line = try #require(
            laptop.expect(["key", "show"]).lines.first { $0.hasPrefix("publicKey ") })
        let key = String(line.dropFirst("publicKey ".count))
        try phone.add("Party")
        #expect(try phone.run("share", ["Party", "--with", key, "--as", "write"]).status == 0)
        try phone.expect(["sync"])
        try laptop.expect(["sync"])
        #expect(try phone.run("unshare", ["Party", "--with", key]).status == 0)
        try phone.expect(["sync"])
        let lines = try laptop.expect(["sync"]).lines
        #expect(
            lines.contains("phone took 'Party' back: you can no longer change it"), "\(lines)")
        let shared = try laptop.expect(["shares", "--with-me"]).text
        #expect(shared.hasPrefix("removed  Party, by "), "\(shared)")
    }

    @Test func aListMarksWhatDiffers() throws {
        try phone.add("Plan")
        try phone.expect(["sync"])
        try laptop.expect(["sync"])
        try phone.expect(["edit", "Plan", "-p", "5"])
        try laptop.expect(["edit", "Plan", "-p", "2"])
        try phone.expect(["sync"])
        try laptop.expect(["sync"])
        #expect(try laptop.expect(["list"]).text.contains("Plan (differs)"))
        let shown = try laptop.expect(["show", "Plan"]).text
        #expect(shown.contains("  differs:      changed on "), "\(shown)")
        #expect(shown.contains("    priority: "), "\(shown)")
        try laptop.expect(["merge", "Plan"])
        #expect(try !laptop.expect(["list"]).text.contains("differs"))
    }
}
