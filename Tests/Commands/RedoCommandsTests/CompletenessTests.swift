import Foundation
import RedoCommandLine
import RedoCommands
import TestSupport
import Testing

/// What each command of the suite must have, by what it does: which reads names, which prints names, which lists, which
/// writes.
///
/// A command that lacks something is in a table of this file with the reason. A row that is no longer true fails, too.
@Suite struct CompletenessTests {
    private static let commands = Suite.commands.specifications

    /// Commands that take names of tasks or nodes one at a time.
    private static let readsOneName: [String: String] = [
        "prove": "one file proves one task", "diff": "its operands are two states",
        "work": "its list is of one task or of all; what it changes is an interval",
    ]

    /// Commands that print ids or names, a line each, as their answer to programs; `export` prints JSON, and its `-z` is
    /// about the names that it reads.
    private static let printsNames: Set<String> = [
        "cat-node", "export", "hash-object", "heads", "import", "index", "list", "log",
        "merge-base", "pack", "replay", "rev-list", "rev-parse", "search", "show", "verify",
        "for-each-task", "add", "diff",
    ]

    /// Commands that list things: a word `list` or an option does, or they do nothing else.
    private static var listing: [CommandSpecification] {
        commands.filter { command in
            ["list", "search", "op", "tags", "projects"].contains(command.name)
                || has("list", command)
                || command.operands.contains { $0.firstWord == "list" }
        }
    }

    /// Commands with a list that has no ids alone, with the reason.
    private static let listsWithoutIDs: [String: String] = [
        "pack": "--list shows where the nodes of one pack are; cat-node and rev-list print ids",
        "remind": "--list has moments of tasks",
        "config": "--list has the names and values of settings",
    ]

    /// Commands that change something and have no preview, with the reason.
    private static let writesWithoutPreview: [String: String] = [
        "block": "undo takes it back", "unblock": "undo takes it back",
        "undo": "undo --forward takes it back", "category": "undo takes it back",
        "comment": "undo takes it back", "open": "it runs a program",
        "remind": "it shows reminders", "view": "it writes a page",
        "room": "people confirm what they do", "ui": "each sheet is checked with --dry-run",
        "init": "it makes an empty store", "keygen": "it makes a key",
        "key": "it asks before it deletes", "config": "without a value it shows what is set",
        "context": "without a name it shows what is set",
        "ignore": "without a name it shows who is ignored",
        "person": "people confirm what they do",
        "commit-node": "hash-object without --write prints the id of a node",
        "hash-object": "without --write nothing is written", "vdir": "fetch and push of a folder",
        "mirror": "it writes a copy", "clone": "it makes a store",
        "remote": "it changes the configuration", "member": "people confirm what they do",
        "sync": "fetch and push have it", "pull": "fetch has it", "claim": "it asks a remote",
        "release": "it asks a remote", "login": "it asks for a token",
        "logout": "it forgets a token",
        "store-helper": "it needs an empty store, and empties it",
        "doctor": "it changes nothing",
        "index": "indexes follow from packs",
        "work": "undo takes it back",
    ]

    private static func option(_ letter: Character, of command: CommandSpecification) -> String? {
        command.allOptions.first { $0.letter == letter }?.name
    }

    private static func has(_ name: String, _ command: CommandSpecification) -> Bool {
        command.allOptions.contains { $0.name == name }
    }

    /// Whether an operand of a form names tasks, nodes, rooms or authors, and can be repeated.
    private static func repeatsNames(_ form: OperandForm) -> Bool {
        switch form {
        case .repeated(let part): namesSomething(part)
        case .sequence(let parts), .anyOf(let parts): parts.contains(where: repeatsNames)
        case .optional(let part): repeatsNames(part)
        default: false
        }
    }

    private static func namesSomething(_ form: OperandForm) -> Bool {
        switch form {
        case .value(let placeholder), .range(let placeholder): isName(placeholder.kind)
        case .sequence(let parts), .anyOf(let parts): parts.contains(where: namesSomething)
        case .optional(let part), .repeated(let part): namesSomething(part)
        default: false
        }
    }

    private static func isName(_ kind: OperandKind) -> Bool {
        switch kind {
        case .taskOrNode: true
        case .name(let name): [.task, .openTask, .archivedTask, .node, .author].contains(name)
        default: false
        }
    }

    @Test func whatTakesManyNamesReadsThemFromStandardInput() {
        for command in Self.commands where command.operands.contains(where: Self.repeatsNames) {
            #expect(command.readsNames, "\(command.name)")
        }
    }

    @Test func whatTakesANameTakesMany() {
        for command in Self.commands where command.operands.contains(where: Self.namesSomething) {
            let isOne = !command.readsNames
            #expect(isOne == (Self.readsOneName[command.name] != nil), "\(command.name)")
        }
        for name in Self.readsOneName.keys {
            let command = Self.commands.first { $0.name == name }
            #expect(
                command?.operands.contains(where: Self.namesSomething) == true, "\(name)")
        }
    }

    @Test func whatListsPrintsIDsAlone() {
        for command in Self.listing {
            let isExempt = Self.listsWithoutIDs[command.name] != nil
            #expect((Self.option("q", of: command) == "ids") != isExempt, "\(command.name)")
            #expect(Self.has("ids", command) != isExempt, "\(command.name)")
            #expect(isExempt || Self.option("z", of: command) == "null", "\(command.name)")
        }
        for name in Self.listsWithoutIDs.keys {
            #expect(Self.listing.contains { $0.name == name }, "\(name)")
        }
    }

    @Test func whatReadsOrPrintsNamesTakesZeroBytes() {
        for command in Self.commands where command.readsNames {
            #expect(Self.option("z", of: command) == "null", "\(command.name)")
            #expect(Self.has("stdin", command), "\(command.name)")
        }
        for name in Self.printsNames {
            let command = Suite.commands.command(named: name)?.specification
            #expect(
                command.map { Self.option("z", of: $0) == "null" } == true, "\(name)")
        }
    }

    @Test func lettersMeanTheSameInAllCommands() {
        for command in Self.commands {
            if let name = Self.option("n", of: command) {
                #expect(
                    ["max-count", "limit", "count", "dry-run"].contains(name), "\(command.name) -n")
                if name != "dry-run", case .writes = command.effect {
                    // Its list takes a count; its writing form spells --dry-run out.
                    #expect(command.name == "op", "\(command.name) -n")
                }
            }
            if let name = Self.option("q", of: command) {
                #expect(["quiet", "ids"].contains(name), "\(command.name) -q")
            }
            if let name = Self.option("z", of: command) {
                #expect(name == "null", "\(command.name)")
            }
            for option in command.allOptions {
                let expected: Character? =
                    switch option.name {
                    case "null": "z"
                    case "quiet": "q"
                    // What is added or shown in full is not a list.
                    case "ids": ["add", "merge", "show"].contains(command.name) ? nil : "q"
                    case "dry-run": command.name == "op" ? nil : "n"
                    case "limit", "max-count": "n"
                    default: option.letter
                    }
                #expect(option.letter == expected, "\(command.name) --\(option.name)")
            }
        }
    }

    @Test func whatWritesHasAPreview() {
        for command in Self.commands {
            let writes =
                switch command.effect {
                case .writes, .readsAs, .readsWith: true
                case .reads, .readsWithout: false
                }
            guard writes else { continue }
            let isExempt = Self.writesWithoutPreview[command.name] != nil
            #expect(Self.has("dry-run", command) != isExempt, "\(command.name)")
        }
    }

    /// The table that the other tests check, for people: `REDO_PRINT_TABLE=1`.
    @Test func theTableIsPrinted() {
        guard Environment.prints else { return }
        print("command            reads names  -z   prints names  writes  --dry-run")
        for command in Self.commands {
            let writes = if case .writes = command.effect { true } else { false }
            let cells = [
                command.readsNames ? "many" : Self.readsOneName[command.name] != nil ? "one" : "-",
                Self.has("null", command) ? "yes" : "-",
                Self.printsNames.contains(command.name) ? "yes" : "-", writes ? "yes" : "-",
                Self.has("dry-run", command) ? "yes" : "-",
            ]
            print(
                command.name.padding(toLength: 19, withPad: " ", startingAt: 0)
                    + cells.map { $0.padding(toLength: 13, withPad: " ", startingAt: 0) }.joined())
        }
    }
}

private enum Environment {
    static var prints: Bool { ProcessInfo.processInfo.environment["REDO_PRINT_TABLE"] != nil }
}
