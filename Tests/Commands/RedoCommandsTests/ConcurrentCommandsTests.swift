import RedoJSON
import TestSupport
import Testing

/// Two devices change one task without knowing of each other, exchange their nodes and agree.
@Suite struct ConcurrentCommandsTests {
    private let phone: TaskStore
    private let laptop: TaskStore

    init() throws {
        let devices = try TwoDevices()
        (phone, laptop) = (devices.phone, devices.laptop)
    }

    static let dialects = [("fields", "fields"), ("payload", "payload")]

    /// Adds a task on the phone, of which the laptop hears, and runs a command about it on each.
    func change(
        _ onPhone: [String], _ onLaptop: [String], _ dialects: (String, String)
    ) throws -> String {
        let task = try phone.add(
            "Water", "--due", "2025-11-20T09:00:00.000Z", "--dialect", dialects.0)
        try laptop.receive(from: phone)
        for (store, words, extra, dialect) in [
            (phone, onPhone, TwoDevices.onPhone, dialects.0),
            (laptop, onLaptop, TwoDevices.onLaptop, dialects.1),
        ] {
            let outcome = try store.run(
                words[0], words.dropFirst() + [task, "--dialect", dialect], extra: extra)
            #expect(outcome.status == 0, "\(outcome)")
        }
        try phone.exchange(with: laptop)
        try phone.expectSound()
        return task
    }

    @Test(arguments: dialects)
    func anEditOfAnArchivedTaskLeavesItArchived(_ dialects: (String, String)) throws {
        let task = try change(["archive"], ["edit", "-p", "5"], dialects)
        let state = try #require(try phone.state(of: task))
        #expect(state["archived"] == true && state["priority"] == 5)
        #expect(try phone.heads(of: task).count == 2)
        // The next command joins the heads, on whichever device.
        let joined = try laptop.run("unarchive", [task, "--dialect", dialects.1])
        #expect(joined.text == "unarchived Water\n  joined 2 versions that had diverged\n")
        try phone.exchange(with: laptop)
        #expect(try phone.heads(of: task).count == 1)
        #expect(try phone.state(of: task)?["archived"] == false)
        #expect(try phone.state(of: task)?["priority"] == 5)
        try laptop.expectSound()
    }

    @Test(arguments: dialects)
    func theLaterOfTwoTitlesStands(_ dialects: (String, String)) throws {
        let task = try change(["edit", "--title", "Fern"], ["edit", "--title", "Lawn"], dialects)
        #expect(try phone.state(of: task)?["title"] == "Lawn")
    }

    @Test(arguments: dialects)
    func aSnoozeAndACompletionBothCount(_ dialects: (String, String)) throws {
        let task = try change(["snooze", "--days", "1"], ["done"], dialects)
        let todo = try #require(try phone.state(of: task)?.todos.first)
        #expect(todo["deadline"] == "2025-11-21T09:00:00.000Z")
        #expect(todo["completed"]?.text == TwoDevices.onLaptop["REDO_WALL"])
    }

    /// Of two to-dos the one with the later wall time is the taller.
    @Test(arguments: dialects)
    func oneOfTwoToDosIsCurrent(_ dialects: (String, String)) throws {
        let task = try change(
            ["todo", "--due", "2025-11-21T09:00:00.000Z"],
            ["todo", "--due", "2025-11-19T09:00:00.000Z"], dialects)
        #expect(try phone.state(of: task)?.todos.count == 3)
        #expect(try phone.run("list").text.contains("in 3 days  Water"))
    }

    /// What a tombstone had not seen survives it, with its ancestors.
    @Test(arguments: dialects)
    func anEditSurvivesADeletion(_ dialects: (String, String)) throws {
        let task = try change(["delete", "--now"], ["edit", "-p", "5"], dialects)
        #expect(try phone.state(of: task)?["priority"] == 5)
        #expect(try phone.state(of: task)?.todos.count == 1)
        #expect(try phone.run("delete", ["--now", task, "--dialect", dialects.0]).status == 0)
        try phone.exchange(with: laptop)
        #expect(try laptop.state(of: task) == nil)
        try laptop.expectSound()
    }

    @Test(arguments: dialects)
    func twoDeletionsDelete(_ dialects: (String, String)) throws {
        let task = try change(["delete", "--now"], ["delete", "--now"], dialects)
        #expect(try phone.state(of: task) == nil)
        #expect(try laptop.state(of: task) == nil)
    }

    /// Both devices join the same heads, so there are two again, which the next command joins.
    @Test(arguments: dialects)
    func twoJoinsOfTheSameHeadsAgree(_ dialects: (String, String)) throws {
        let task = try change(["edit", "-p", "1"], ["edit", "--points", "2"], dialects)
        #expect(
            try phone.run("edit", [task, "--every", "3", "--dialect", dialects.0]).status == 0)
        #expect(
            try laptop.run("edit", [task, "--private", "--dialect", dialects.1]).status == 0)
        try phone.exchange(with: laptop)
        let state = try #require(try phone.state(of: task))
        #expect(state["priority"] == 1 && state["storyPoints"] == 2)
        #expect(state["frequencyDays"] == 3 && state["privacy"] == true)
        #expect(try phone.run("archive", [task, "--dialect", dialects.1]).status == 0)
        try phone.exchange(with: laptop)
        #expect(try laptop.heads(of: task).count == 1)
        try laptop.expectSound()
    }
}
