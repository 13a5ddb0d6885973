import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo claim --next`: the first task that is ready and that no one holds, as the remote decides.
@Suite struct ClaimNextTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let laptop: TaskStore

    /// Two members, and three tasks of which `First` is the most urgent.
    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        laptop = try fixture.device("laptop")
        for device in [phone, laptop] { try device.expect(["config", "sync.claims", "origin"]) }
        try phone.add("Third", "--draft", "--priority", "1")
        try phone.add("First", "--draft", "--priority", "5")
        try phone.add("Second", "--draft", "--priority", "3", "--project", "home")
        try phone.expect(["sync"])
        try laptop.expect(["fetch"])
        try laptop.add("Laptop", "--draft", "--wait", "2030-01-01")
        try laptop.expect(["sync"])
        try phone.expect(["fetch"])
    }

    private func claim(_ device: TaskStore, _ words: String...) throws -> String {
        let outcome = try device.run("claim", ["--next"] + words)
        #expect(outcome.status == 0, "\(outcome)")
        return outcome.text
    }

    @Test func eachGetsTheNextUntilThereIsNone() throws {
        #expect(try claim(phone).hasPrefix("claimed First until "))
        // The laptop's log knows nothing of that.
        #expect(try claim(laptop).hasPrefix("claimed Second until "))
        #expect(try claim(phone).hasPrefix("claimed Third until "))
        for device in [phone, laptop] {
            let outcome = try device.run("claim", ["--next"])
            #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.error.contains("no task that is ready"), "\(outcome)")
        }
    }

    @Test func aQueryNarrowsAndProgramsReadJSON() throws {
        let line = try claim(laptop, "project:home", "--json", "--for", "30min")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["title"] as? String == "Second")
        #expect(Set(object.keys) == ["claimId", "key", "task", "title", "until", "who"])
        let ids = try claim(phone, "--ids")
        #expect(ids.split(separator: "\n").count == 1)
        let none = try phone.run("claim", ["--next", "project:home", "--ids"])
        #expect(none.status == 1 && none.output.isEmpty, "\(none)")
    }

    /// What others hold is not tried for ever, and that there is more is said.
    @Test func triesAreLimited() throws {
        _ = try claim(phone)
        _ = try claim(phone)
        let outcome = try laptop.run("claim", ["--next", "--tries", "2"])
        #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: E_CLAIMED: "), "\(outcome)")
        #expect(try claim(laptop, "--tries", "3").hasPrefix("claimed Third until "))
    }

    /// A task that was claimed, done and released elsewhere is not claimed again by a log that is behind.
    @Test func whatWasDoneElsewhereIsPassedOver() throws {
        _ = try claim(phone)
        try phone.expect(["done", "First"])
        try phone.expect(["sync"])
        try phone.expect(["release", "First"])
        #expect(try claim(laptop).hasPrefix("claimed Second until "))
    }

    @Test func listsSelectByHolder() throws {
        _ = try claim(phone)
        try phone.expect(["sync"])
        try laptop.expect(["fetch"])
        func titles(_ query: String) throws -> [String] {
            try laptop.run("list", [query, "--columns", "title"]).lines.dropFirst().map {
                String($0.prefix { $0 != " " })
            }
        }
        #expect(try titles("is:claimed") == ["First"])
        #expect(try titles("claimed:any") == ["First"])
        #expect(try Set(titles("claimed:none")) == ["Second", "Third"])
        let user = try #require(
            phone.expect(["key", "show"]).lines.first { $0.hasPrefix("userId ") })
        #expect(try titles("claimed:\(user.dropFirst("userId ".count))") == ["First"])
        #expect(try titles("claimed:somebody").isEmpty)
    }

    @Test func wrongCallsAreRefused() throws {
        for words in [
            ["--next", "--list"], ["--next", "--renew"], ["--tries", "2", "First"],
            ["--next", "--tries", "0"], ["--json", "First"],
        ] {
            #expect(try phone.run("claim", words).status == 129, "\(words)")
        }
    }
}
