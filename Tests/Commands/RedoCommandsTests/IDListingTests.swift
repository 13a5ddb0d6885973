import Foundation
import RedoJSON
import TestSupport
import Testing

/// `-q` and `-z` of lists: ids or names alone, as other commands read them.
@Suite struct IDListingTests {
    /// Lists of which each object of `--json` has the id under a name.
    private static let lists: [(command: [String], member: StaticString)] = [
        (["list"], "guid"), (["search", "a"], "guid"), (["trash", "list"], "guid"),
        (["comment", "list"], "id"), (["category", "list"], "id"), (["work", "list"], "id"),
        (["op", "log"], "id"),
    ]

    /// A store in which each of these lists has two members or more.
    private static func filledStore() throws -> TaskStore {
        let store = try TaskStore()
        for title in ["Paint", "Sand", "Plane", "Saw"] { try store.add(title, "--draft") }
        for command in [
            ["delete", "Plane", "Saw"], ["comment", "add", "Paint", "b"],
            ["comment", "add", "Sand", "c"], ["category", "add", "home"],
            ["category", "add", "work"], ["start", "Paint"], ["start", "Sand"],
        ] {
            try #require(store.run(command[0], Array(command.dropFirst())).status == 0)
        }
        return store
    }

    @Test func idsAloneAreThoseOfJSON() throws {
        let store = try Self.filledStore()
        for (command, member) in Self.lists {
            let words = Array(command.dropFirst())
            let objects = try TaskStore.objects(store.run(command[0], words + ["--json"]))
            let ids = objects.compactMap { $0[member]?.text }
            #expect(ids.count == objects.count && ids.count >= 2, "\(command)")
            let lines = try store.run(command[0], words + ["-q"])
            #expect(lines.error.isEmpty, "\(command)")
            #expect(lines.text == ids.map { "\($0)\n" }.joined(), "\(command)")
            let zeros = try store.run(command[0], words + ["--ids", "-z"])
            #expect(zeros.text == ids.map { "\($0)\0" }.joined(), "\(command)")
        }
    }

    @Test func namesAreIDsOfWhatHasNoOther() throws {
        let store = try TaskStore()
        try #require(store.run("config", ["context.b.query", "tag:b"]).status == 0)
        try #require(store.run("config", ["context.a.query", "tag:a"]).status == 0)
        try #require(store.run("remote", ["add", "origin", "folder:/x"]).status == 0)
        #expect(try store.run("context", ["list", "-q"]).text == "a\nb\n")
        #expect(try store.run("remote", ["list", "-q"]).text == "origin\n")
        #expect(try store.run("remote", ["list", "-qz"]).text == "origin\0")
        let template = #"{"tasks": [{"title": "x"}]}"#
        for name in ["trip", "move"] {
            _ = try store.runner.run(
                "redo-template", ["add", "--file", "-", name], input: Array(template.utf8))
        }
        #expect(try store.run("template", ["list", "-qz"]).text == "move\0trip\0")
        let key = try store.run("key", ["list", "-q"]).text
        #expect(try store.run("key", ["list"]).text.contains(" \(key.dropLast()) "), "\(key)")
    }

    @Test func othersFormsOfTheCommandsRefuseIt() throws {
        let store = try TaskStore()
        try store.add("Paint", "--draft")
        for command in [
            ["trash", "empty", "-q"], ["comment", "add", "Paint", "b", "-q"],
            ["category", "add", "home", "-q"], ["remote", "add", "o", "folder:/x", "-q"],
            ["op", "restore", "yesterday", "-q"], ["key", "show", "-q"], ["context", "-q"],
            ["template", "show", "x", "-q"], ["person", "show", "-q"],
            ["device", "add", "-q", "x"],
            ["work", "delete", "abcd", "-q"], ["claim", "Paint", "-q"],
            ["member", "card", "-q"], ["room", "show", "abcd", "-q"],
        ] {
            let outcome = try store.run(command[0], Array(command.dropFirst()))
            #expect(outcome.status == 129, "\(command): \(outcome)")
            #expect(outcome.error.contains("--ids"), "\(command): \(outcome)")
        }
        // Zero bytes end ids alone.
        for command in [["trash", "list", "-z"], ["list", "-z"], ["op", "log", "-z"]] {
            let outcome = try store.run(command[0], Array(command.dropFirst()))
            #expect(outcome.status == 129, "\(command): \(outcome)")
        }
    }

    @Test func addedTasksAndDifferencesEndWithZeros() throws {
        let store = try TaskStore()
        let before = try store.add("Paint", "--draft")
        let first = try store.run("log", ["--format=%H"]).lines[0]
        let added = try store.run("add", ["Sand", "--draft", "--ids", "-z"]).text
        #expect(added.hasSuffix("\0") && added.utf8.count == 37 && added != before + "\0")
        #expect(try store.run("edit", ["Paint", "--priority", "5"]).status == 0)
        #expect(try store.run("diff", [first, "--name-only", "-z"]).text == before + "\0")
        #expect(try store.run("diff", [first, "-z"]).status == 129)
        #expect(try store.run("add", ["Saw", "--draft", "-z"]).status == 129)
    }

    @Test func operationsOfAFormatEndWithZeros() throws {
        let store = try TaskStore()
        try store.add("Paint", "--draft")
        try store.add("Sand", "--draft")
        #expect(try store.run("op", ["log", "--format=%(command)", "-z"]).text == "add\0add\0")
    }

    @Test func personsAndDevicesAreNamedByTheirIDs() throws {
        let people = try PeopleHarness()
        _ = try people.makePerson()
        let ana = try people.device("ana")
        let person = try ana.succeed("person", "list", "--ids")
        #expect(person.hasPrefix("sha256:") && person.utf8.count == 72)
        let key = try ana.succeed("key", "list", "-q")
        #expect(try ana.succeed("device", "list", "-q") == key)
        #expect(try ana.succeed("device", "list", "-qz") == key.dropLast() + "\0")
        // What is printed is a name.
        #expect(try ana.succeed("device", "list", String(person.dropLast())).isEmpty == false)
    }

    @Test func roomsAreNamedByTheirIDs() throws {
        let rooms = try RoomHarness()
        let room = try rooms.activeRoom(["Jax", "Eve", "Art"])
        #expect(try rooms.ana.succeed("room", "list", "-q") == "\(room)\n")
        #expect(try rooms.ana.succeed("room", "list", "-q", "-z") == "\(room)\0")
    }
}
