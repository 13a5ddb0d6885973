import RedoSystem

/// `redo X`: runs `redo-X` from the exec path, else from PATH.
package struct Dispatcher: Sendable {
    /// Commands for the overview, in groups. A test compares the summaries with the commands' own.
    package struct Group: Sendable {
        package let title: String
        package let commands: [(name: String, summary: String)]

        package init(_ title: String, _ commands: [(name: String, summary: String)]) {
            self.title = title
            self.commands = commands
        }
    }

    private let groups: [Group]

    package init(groups: [Group]) { self.groups = groups }

    package func main() -> Never {
        var context = CommandContext()
        do throws(CommandError) {
            try run(Array(CommandLine.arguments.dropFirst()), &context)
            try context.flush()
            Program.exit(ExitStatus.done.rawValue)
        } catch {
            try? context.flush()
            context.complain(error.text + (error.status == .wrongUsage ? usage : ""))
            Program.exit(error.status.rawValue)
        }
    }

    private func run(
        _ words: [String], _ context: inout CommandContext
    ) throws(CommandError) {
        var rest = words[...]
        while let word = rest.first, word.hasPrefix("-") {
            rest.removeFirst()
            switch word {
            case "--version": return try context.print("redo \(Version.text)\n")
            case "--help", "-h": return try context.print(overview)
            case "--exec-path": return try context.print("\(try SuiteExecutables.folder())\n")
            case "-C":
                guard let directory = rest.popFirst() else { throw .usage("-C needs a directory") }
                try changeDirectory(directory)
            case "--redo-dir":
                guard let directory = rest.popFirst() else {
                    throw .usage("--redo-dir needs a directory")
                }
                Environment.set("REDO_DIR", to: directory)
            case _ where word.hasPrefix("--redo-dir="):
                Environment.set("REDO_DIR", to: String(word.dropFirst("--redo-dir=".count)))
            case _ where word.hasPrefix("--exec-path="):
                Environment.set("REDO_EXEC_PATH", to: String(word.dropFirst("--exec-path=".count)))
            default: throw .usage("there is no option \(word)")
            }
        }
        guard let name = rest.popFirst() else {
            throw CommandError(.wrongUsage, "USAGE", "a command is missing")
        }
        if name == "help" {
            guard let subject = rest.first else { return try context.print(overview) }
            try execute(subject, ["--help"])
        }
        try execute(name, Array(rest))
    }

    private func changeDirectory(_ path: String) throws(CommandError) {
        do throws(SystemError) {
            try Environment.changeDirectory(to: path)
        } catch {
            throw CommandError(error, .notFound, "-C")
        }
    }

    // MARK: Finding commands

    /// Becomes `redo-NAME`; returns only by throwing.
    private func execute(_ name: String, _ arguments: [String]) throws(CommandError) -> Never {
        let isName = !name.isEmpty && !name.utf8.contains(UInt8(ascii: "/"))
        let folders = [try SuiteExecutables.folder()] + searchPath
        for folder in isName ? folders : [] {
            let path = Path.join(folder, "redo-\(name)")
            guard Files.isExecutable(path) else { continue }
            do throws(SystemError) {
                try Program.replace(with: path, arguments: ["redo-\(name)"] + arguments)
            } catch {
                throw CommandError(error, .notFound, "'redo \(name)' cannot be run")
            }
        }
        let distances = groups.flatMap(\.commands).map { ($0.name, editDistance($0.name, name)) }
        let least = min(distances.map(\.1).min() ?? 3, 2)
        let similar = distances.filter { $0.1 <= least && $0.1 < name.count }.map(\.0)
        throw CommandError(
            .wrongUsage, "USAGE", "'\(name.printableWord)' is no redo command",
            hints: similar.map { "did you mean 'redo \($0)'?" })
    }

    /// The absolute folders of PATH: a relative one would run what lies in the current directory.
    private var searchPath: [String] {
        (Environment.value(of: "PATH") ?? "").split(separator: ":").map(String.init)
            .filter { $0.hasPrefix("/") }
    }

    // MARK: Texts

    private var usage: String {
        """
        usage: redo [--version] [--help] [--exec-path[=<dir>]] [-C <dir>] [--redo-dir <dir>]
                    <command> [<arguments>]

        """
    }

    private var overview: String {
        var text = usage
        for group in groups {
            text += "\n\(group.title)\n"
            for (name, summary) in group.commands {
                text +=
                    "    \(name)\(String(repeating: " ", count: max(1, 16 - name.count)))\(summary)\n"
            }
        }
        return text + "\n'redo help <command>' tells more about a command.\n"
    }
}

extension String {
    /// The text without what could harm a terminal.
    fileprivate var printableWord: String { String(filter { !$0.isNewline && $0 != "\u{1B}" }) }
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to turn one
/// text into another (optimal string alignment). O(product of the lengths).
package func editDistance(_ left: String, _ right: String) -> Int {
    let a = Array(left.utf8)
    let b = Array(right.utf8)
    guard b.count <= 64 else { return Int.max }
    var table = [Array(0...b.count)]
    for i in 0..<a.count {
        var row = [i + 1]
        for j in 0..<b.count {
            var best = min(table[i][j + 1] + 1, row[j] + 1, table[i][j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                best = min(best, table[i - 1][j - 1] + 1)
            }
            row.append(best)
        }
        table.append(row)
    }
    return table[a.count][b.count]
}
