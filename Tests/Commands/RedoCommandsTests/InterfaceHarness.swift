import RedoCommandLine
import RedoModel
import RedoScreen
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommandParts
@testable import RedoCommands
@testable import RedoInteractiveCommands

/// `redo ui` without a terminal: keys go in, frames come out.
struct InterfaceHarness {
    let harness: CommandHarness
    var interface: UserInterface

    init(
        _ harness: CommandHarness, rows: Int = 24, columns: Int = 80, isColored: Bool = false,
        opening link: Link? = nil
    ) throws {
        self.harness = harness
        interface = try UserInterface(
            Suite.commands, Self.surroundings(harness), isColored: isColored, rows: rows,
            columns: columns, opening: link)
    }

    static func surroundings(_ harness: CommandHarness) -> Surroundings {
        Surroundings(
            variables: EnvironmentVariables(harness.variables), directory: harness.directory.path,
            input: 0, output: 1, errors: 2)
    }

    /// Types keys; a line feed is Enter.
    mutating func press(_ keys: String) {
        for key in keys { interface.handle(.key(key == "\n" ? .enter : .character(key))) }
    }

    mutating func press(_ keys: Key...) {
        for key in keys { interface.handle(.key(key)) }
    }

    /// What the screen shows, in lines.
    var lines: [String] {
        var copy = interface
        return copy.frame().lines
    }

    /// Moves down to a line that begins or goes on so.
    mutating func select(_ text: String) throws {
        // What is clicked has been drawn.
        let lines = interface.frame().lines
        let row = try #require(lines.firstIndex { $0.contains(text) }, "\(lines)")
        interface.handle(.click(row: row, column: 2, isDouble: false))
    }
}

extension CommandHarness {
    /// Adds a remote at a path where nothing is, which is a warning.
    func addRemote() throws {
        let added = try run("remote", "add", "origin", "\(directory.path)/away")
        try #require(added.status == 0, "\(added)")
    }

    /// Makes a task with two heads: title "Left" on this device, and title "Right" and priority 5 on another one.
    ///
    /// - Returns: the task, and the nodes: its first one, the left one and the right one.
    func diverge(title: String = "Fence", number: Int = 1) throws -> (task: String, nodes: [String])
    {
        let task = "29df12f5-dfa5-4df3-8aeb-c91a15f163e\(number)"
        var other = self
        other.variables["REDO_DEVICE"] = "other"
        other.variables["REDO_WALL"] = "2025-11-16T12:00:30.000Z"
        func write(_ harness: CommandHarness, _ words: [String]) throws -> String {
            let outcome = try harness.run(["commit-node"] + words)
            return try #require(outcome.status == 0 ? outcome.lines.first : nil, "\(outcome)")
        }
        let root = try write(self, ["CREATE", "--task", task, "-f", "title=\(title)"])
        let left = try write(self, ["UPDATE", "--task", task, "-p", root, "-f", "title=Left"])
        let right = try write(
            other, ["UPDATE", "--task", task, "-p", root, "-f", "title=Right", "-f", "priority:=5"])
        return (task, [root, left, right])
    }
}
