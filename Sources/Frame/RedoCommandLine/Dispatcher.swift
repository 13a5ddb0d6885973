import RedoRepository
import RedoStore
import RedoSystem

/// `redo X`: runs the command X, else `redo-X` from PATH, else what the alias X stands for.
package struct Dispatcher: Sendable {
    let suite: CommandSuite

    package init(_ suite: CommandSuite) { self.suite = suite }

    /// Runs what the arguments of the process say, and ends the process.
    package func main() -> Never {
        let words = Array(Program.arguments.dropFirst())
        var context = CommandContext(
            suite: suite, in: Surroundings.ofProcess.reporting(for: words))
        do throws(RedoError) {
            try run(words, &context)
            try context.finish()
            Program.exit(ExitStatus.done.rawValue)
        } catch {
            try? context.finish()
            context.report(
                error, of: nil, usage: error.status == .wrongUsage ? usage : "")
            Program.exit(error.status.rawValue)
        }
    }

    private func run(
        _ words: [String], _ context: inout CommandContext
    ) throws(RedoError) {
        var rest = words[...]
        while let word = rest.first, word.hasPrefix("-") {
            rest.removeFirst()
            switch word {
            case "--version": return try context.print("redo \(Version.text)\n")
            case "-h": return try showOverview(&context)
            case "--help": return try showAll(&context)
            case "--exec-path":
                return try context.print(withPaths: "\(try SuiteExecutables.directory())\n")
            case "--list-commands": return try listCommands(&context)
            case "-C":
                guard let directory = rest.popFirst() else { throw .usage("-C needs a directory") }
                try changeDirectory(directory)
            case "-c":
                guard let setting = rest.popFirst() else { throw .usage("-c needs name=value") }
                _ = try Arguments.written(setting, "-c")
                try CommandLineSettings.add(setting)
            case "--strict-names": Environment.set(NameRule.strictVariable, to: "1")
            case "--read-only": Environment.set(ReadOnly.variable, to: "1")
            case "--no-pager": Environment.set("REDO_PAGER", to: "cat")
            case "--color": Environment.set("REDO_COLOR", to: ColorChoice.always.rawValue)
            case _ where word.hasPrefix("--color="):
                let choice = try ColorChoice(String(word.dropFirst("--color=".count)))
                Environment.set("REDO_COLOR", to: choice.rawValue)
            case "--redo-dir":
                guard let directory = rest.popFirst() else {
                    throw .usage("--redo-dir needs a directory")
                }
                Environment.set("REDO_DIR", to: directory)
            case _ where word.hasPrefix("--redo-dir="):
                Environment.set("REDO_DIR", to: String(word.dropFirst("--redo-dir=".count)))
            case _ where word.hasPrefix("--exec-path="):
                Environment.set("REDO_EXEC_PATH", to: String(word.dropFirst("--exec-path=".count)))
            default:
                let similar = similarNames(to: word, among: Self.options)
                throw .usage(
                    "unknown option: \(word.printable)",
                    hints: similar.map { "did you mean '\($0)'?" })
            }
        }
        guard let name = rest.popFirst() else {
            if let command = suite.unnamed { Command(command).main([], in: suite) }
            throw .usage("a command is missing", hints: [Self.helpHint])
        }
        if name == "help" { return try help(Array(rest), &context) }
        if let meant = try meaning([name] + rest, context) { return try run(meant, &context) }
        try execute(name, Array(rest), &context)
    }

    private static let options =
        GlobalOption.all.map(\.name).filter { $0.hasPrefix("--") } + ["--list-commands"]

    private func changeDirectory(_ path: String) throws(RedoError) {
        try failing(.notFound, "-C") { () throws(SystemError) in
            try Environment.changeDirectory(to: path)
        }
    }

    // MARK: Finding commands

    /// The command line that a synonym means; nil if the line begins with none, or with a name of its own.
    func meaning(
        _ line: [String], _ context: borrowing CommandContext
    ) throws(RedoError) -> [String]? {
        guard let synonym = Synonym.first(of: line) else { return nil }
        let name = synonym.name[0]
        // The second word of a command is not a name.
        if synonym.name.count == 1 {
            if try context.isCommand(name) { return nil }
            if try Aliases(context).text(name) != nil { return nil }
        }
        return synonym.meaning(of: line)
    }

    /// Becomes what a name means; returns only by throwing.
    func execute(
        _ name: String, _ arguments: [String], _ context: inout CommandContext
    ) throws(RedoError) {
        // What aliases give comes before what was typed.
        var words = [name]
        var chain = Aliases.Chain()
        while let command = words.first {
            if !chain.names.isEmpty, let meant = try meaning(words + arguments, context) {
                try chain.check(meant, in: suite)
                return try run(meant, &context)
            }
            // A command first, so that no alias hides one.
            try become(command, Array(words.dropFirst()) + arguments) { () throws(RedoError) in
                try chain.check(words, in: suite)
            }
            let aliases = try Aliases(context)
            guard let meaning = try aliases.meaning(of: command) ?? report(command, context) else {
                throw unknown(command, words.dropFirst() + arguments, context, in: chain.names)
            }
            try chain.follow(command, to: meaning, isUsers: aliases.isUsers(command))
            switch meaning {
            case .words(let meant): words = meant + words.dropFirst()
            case .shell(let line): try becomeShell(line, words.dropFirst() + arguments)
            }
        }
        throw unknown(name, arguments[...], context, in: [])
    }

    /// The list that the name of a report means; nil if there is no such report.
    private func report(_ name: String, _ context: borrowing CommandContext) -> Aliases.Meaning? {
        guard suite.has("list"), reports(context).contains(name) else { return nil }
        return .words(["list", "--report=\(name)"])
    }

    /// The names of reports, of the store if there is one.
    func reports(_ context: borrowing CommandContext) -> Set<String> {
        let store = try? context.openStore()
        return ConfiguredReports(store?.configuration ?? LayeredConfiguration([])).names
    }

    /// Runs a command, or becomes `redo-NAME`; returns where there is neither.
    ///
    /// - Parameter check: called before, where there is one.
    private func become(
        _ name: String, _ arguments: [String], check: () throws(RedoError) -> Void
    ) throws(RedoError) {
        if let command = suite.command(named: name) {
            try check()
            command.main(arguments, in: suite)
        }
        guard let path = try SuiteExecutables.path(of: name) else { return }
        try check()
        // What a program of others does, no one here knows.
        if ReadOnly.isOn(.ofProcess) { throw ReadOnly.refusal(of: name) }
        try failing(.notFound, "'redo \(name)' cannot be run") { () throws(SystemError) in
            try Program.replace(with: path, arguments: ["redo-\(name)"] + arguments)
        }
    }

    /// Becomes a shell that runs a line with further arguments after it.
    private func becomeShell(_ line: String, _ arguments: [String]) throws(RedoError) -> Never {
        if ReadOnly.isOn(.ofProcess) { throw ReadOnly.refusal(of: line) }
        let script = arguments.isEmpty ? line : "\(line) \"$@\""
        try failing(.notFound, "/bin/sh cannot be run") { () throws(SystemError) in
            try Program.replace(with: "/bin/sh", arguments: ["sh", "-c", script, line] + arguments)
        }
    }

    private func unknown(
        _ name: String, _ arguments: ArraySlice<String>, _ context: borrowing CommandContext,
        in aliases: [String]
    ) -> RedoError {
        let known = suite.names
        let own = (try? Aliases(context))?.entries.map(\.name) ?? []
        let synonyms = Synonym.all.filter { $0.name.count == 1 }
        var similar = similarNames(
            to: name,
            among: known + own + synonyms.map(\.text) + reports(context).sorted())
        similar = similar.map { found in
            synonyms.first { $0.text == found }?.words.joined(separator: " ") ?? found
        }
        similar = similar.enumerated().filter { !similar[..<$0].contains($1) }.map(\.element)
        // Other task lists have the task before the command.
        if let verb = arguments.first,
            known.contains(verb) || synonyms.contains(where: { $0.text == verb })
        {
            similar = ["\(verb) \(shellWord(name))"]
        }
        let location = aliases.last.map { ", in the alias '\($0)'" } ?? ""
        return .usage(
            "unknown command: '\(name.printableWord)'\(location)",
            hints: similar.isEmpty
                ? [Self.helpHint] : similar.map { "did you mean 'redo \($0)'?" })
    }

    private static let helpHint =
        "'redo help' lists the everyday commands, 'redo help tutorial' is a first lesson"
}

extension String {
    /// The text without what could harm a terminal.
    fileprivate var printableWord: String { String(filter { !$0.isNewline && $0 != "\u{1B}" }) }
}
