import RedoSystem

/// `redo help`, and what the dispatcher says of itself.
extension Dispatcher {
    /// - Parameter words: what follows `help`.
    func help(_ words: [String], _ context: inout CommandContext) throws(RedoError) {
        switch words.first {
        case nil: try showOverview(&context)
        case "-a", "--all": try showAll(&context)
        case "-g", "--guides", "guides":
            try context.print(guidesText + "\n'redo help <guide>' shows one of them.\n")
        case "-h", "--help", "help": try context.print(usageOfHelp)
        case .some(let word) where word.hasPrefix("-"):
            throw .usage("'redo help' has no option \(word.printable)", hints: ["--all, --guides"])
        case .some(let word): try help(about: word, &context)
        }
    }

    /// Shows the commands of every day.
    func showOverview(_ context: inout CommandContext) throws(RedoError) {
        context.startPager()
        try context.print(overview)
    }

    /// Shows all commands, guides, aliases, and other people's commands.
    func showAll(_ context: inout CommandContext) throws(RedoError) {
        let text = try allCommands + "\n" + guidesText + othersText(context)
        context.startPager()
        try context.print(text)
    }

    private func help(
        about word: String, _ context: inout CommandContext
    ) throws(RedoError) {
        var subject = word.hasPrefix("redo-") ? String(word.dropFirst("redo-".count)) : word
        if let command = try meaning([subject], context)?.first, suite.has(command) {
            subject = command
        }
        if subject == "redo" || Guide.all.contains(where: { $0.name == subject }) {
            return try showGuide(subject == "redo" ? subject : "redo-\(subject)", &context)
        }
        if try !context.isCommand(subject),
            let text = try Aliases(context).text(subject)
        {
            return try context.print("'\(subject)' is an alias for '\(text.printable)'\n")
        }
        if try !context.isCommand(subject) {
            let similar = similarNames(to: subject, among: Guide.all.map(\.name))
            if !similar.isEmpty {
                throw .usage(
                    "there is no help on '\(subject.printable)'",
                    hints: similar.map { "did you mean 'redo help \($0)'?" })
            }
        }
        try execute(subject, ["--help"], &context)
    }

    private func showGuide(
        _ name: String, _ context: inout CommandContext
    ) throws(RedoError) {
        let page = ManualPage(named: name)
        if let page, try context.show(page) { return }
        context.complain(ManualPage.hint(page))
        if name == "redo" { return try showAll(&context) }
        throw RedoError(.notFound, "the page '\(name)' cannot be shown")
    }

    var usage: String {
        """
        usage: redo [--version] [--help] [--exec-path[=<dir>]] [-C <dir>]
                    [--redo-dir <dir>] [-c <name>=<value>] [--no-pager]
                    [--color[=<when>]] <command> [<arguments>]

        """
    }

    private var usageOfHelp: String {
        """
        usage: redo help [<command> | <guide> | --all | --guides]

        Show the manual page of a command or a guide. Without either, list the everyday
        commands; with --all, list every command.

        """
    }

    /// The commands of every day, on one screen.
    private var overview: String {
        let commands = suite.everyday.compactMap { suite.command(named: $0)?.specification }
        return "usage: redo <command> [<options>] [<arguments>]\n\n"
            + text("everyday commands", of: commands)
            + "\n'redo help <command>' shows a command's page, 'redo <command> -h' a summary.\n"
            + "'redo help tutorial' is a first lesson; 'redo help --all' lists all commands.\n"
    }

    /// All commands, by groups.
    private var allCommands: String {
        usage + suite.groups.map { "\n" + text($0.title, of: $0.specifications) }.joined()
    }

    private func text(_ title: String, of commands: [CommandSpecification]) -> String {
        "\(title)\n" + commands.map { line($0.name, $0.summary) }.joined()
    }

    private var guidesText: String {
        "guides\n" + Guide.all.map { line($0.name, $0.summary) }.joined()
    }

    private func line(_ name: String, _ summary: String) -> String {
        beginning(name) + Help.wrapped(summary, indent: 20, column: beginning(name).count)
    }

    private func beginning(_ name: String) -> String {
        "    \(name)\(String(repeating: " ", count: max(1, 16 - name.count)))"
    }

    /// Aliases, and commands of other people.
    private func othersText(_ context: borrowing CommandContext) throws(RedoError) -> String {
        var text = ""
        let aliases = try Aliases(context).entries
        if !aliases.isEmpty {
            text += "\naliases\n"
            for (name, meaning) in aliases {
                text += "\(beginning(name.printable))\(meaning.printable)\n"
            }
        }
        let others = otherCommands
        if !others.isEmpty {
            text += "\nother commands in PATH\n"
            for name in others { text += "    \(name.printable)\n" }
        }
        return text
    }

    /// The commands in PATH that are not of the suite, sorted.
    private var otherCommands: [String] {
        let own = Set(suite.names)
        var names: Set<String> = []
        for directory in Environment.searchPath {
            for file in (try? Files.names(in: directory)) ?? [] where file.hasPrefix("redo-") {
                let name = String(file.dropFirst("redo-".count))
                if !own.contains(name), Files.isExecutable(Path.join(directory, file)) {
                    names.insert(name)
                }
            }
        }
        return names.sorted()
    }

    /// Prints `<name>\t<summary>` for each command, alias and guide: for completions.
    func listCommands(_ context: inout CommandContext) throws(RedoError) {
        for command in suite.specifications {
            try context.print("\(command.name)\t\(command.summary)\n")
        }
        for name in otherCommands where name == name.printable {
            try context.print("\(name)\tcommand in PATH\n")
        }
        // A broken configuration must not disturb the completion of a line.
        let aliases = (try? Aliases(context))?.entries ?? []
        for synonym in Synonym.all
        where synonym.name.count == 1 && !aliases.contains(where: { $0.name == synonym.text }) {
            let meaning = synonym.words.joined(separator: " ")
            try context.print("\(synonym.text)\talias for \(meaning)\n")
        }
        for name in reports(context).sorted() where name == name.printable && !suite.has(name) {
            try context.print("\(name)\talias for list \(name)\n")
        }
        for (name, meaning) in aliases {
            try context.print("\(name)\talias for \(meaning.printable)\n")
        }
    }
}
