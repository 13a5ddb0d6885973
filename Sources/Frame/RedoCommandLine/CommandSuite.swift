import RedoSystem

/// The commands that a program has, by their names, in groups.
///
/// A command is made when it is asked for, so that a program that runs one makes no others.
package struct CommandSuite: Sendable {
    package typealias Entry = (name: String, command: any ParsableCommand.Type)

    /// Commands that stand together in the overview.
    package struct Group: Sendable {
        package let title: String
        package let entries: [Entry]

        package init(_ title: String, _ entries: [Entry]) {
            self.title = title
            self.entries = entries
        }

        package var specifications: [CommandSpecification] {
            entries.map { $0.command.specification }
        }
    }

    package let groups: [Group]
    /// The names of the commands that `redo help` shows: those of every day.
    package let everyday: [String]
    /// The names of the commands for programs, which `scripts/install` also puts into `bin`.
    package let forPrograms: [String]
    /// The command that runs if none is named; nil if one must be named.
    let unnamed: (any ParsableCommand.Type)?

    package init(
        _ groups: [Group], everyday: [String] = [], forPrograms: [String] = [],
        withoutName unnamed: (any ParsableCommand.Type)? = nil
    ) {
        self.groups = groups
        self.everyday = everyday
        self.forPrograms = forPrograms
        self.unnamed = unnamed
    }

    /// A program without commands of its own.
    package static let none = CommandSuite([])

    package var names: [String] { groups.flatMap(\.entries).map(\.name) }

    package var specifications: [CommandSpecification] { groups.flatMap(\.specifications) }

    /// True if there is a command of a name.
    package func has(_ name: String) -> Bool { names.contains(name) }

    /// The command of a name; nil for one that the program does not have.
    package func command(named name: String) -> Command? {
        for group in groups {
            if let entry = group.entries.first(where: { $0.name == name }) {
                return Command(entry.command)
            }
        }
        return nil
    }

    /// Runs a command within this process.
    ///
    /// - Returns: its status; what it could not do it has reported.
    /// - Throws: wrong usage if there is no command of the name.
    package func run(
        _ name: String, _ words: [String], _ surroundings: Surroundings
    ) throws(RedoError) -> ExitStatus {
        guard let command = command(named: name) else {
            throw .usage("unknown command: '\(name)'")
        }
        return command.run(words, in: self, surroundings)
    }

    /// The name of the command that this process was started as: `list` for `redo-list`.
    ///
    /// - Returns: nil if the first argument is not such a name.
    package static var calledName: String? {
        let file = Path.name(of: Program.arguments.first ?? "")
        return file.hasPrefix("redo-") ? String(file.dropFirst("redo-".count)) : nil
    }
}
