import RedoSystem

/// A command as the frame runs it, whatever its type: a specification, and a body that follows from the arguments.
package struct Command: Sendable {
    private typealias Body =
        @Sendable (_ context: inout CommandContext) throws(RedoError) -> ExitStatus

    package let specification: CommandSpecification
    /// Reads the arguments.
    private let reading: @Sendable (Arguments) throws(RedoError) -> Body

    /// A command of the table.
    package init<Parsed: ParsableCommand>(_ type: Parsed.Type) { self.init(type) { _ in } }

    /// - Parameter change: what a caller sets of a command beside its arguments, such as how it opens remotes.
    package init<Parsed: ParsableCommand>(
        _ type: Parsed.Type, changing change: @escaping @Sendable (inout Parsed) -> Void
    ) {
        specification = Parsed.specification
        reading = { (arguments) throws(RedoError) in
            var command = try Parsed(arguments)
            change(&command)
            return { [command] (context) throws(RedoError) in try command.run(&context) }
        }
    }

    /// Reads a command line, and does nothing else.
    ///
    /// - Throws: wrong usage, as for the command itself.
    package func read(_ words: [String]) throws(RedoError) {
        let arguments = try Arguments(parsing: words, for: specification)
        if !arguments.namesNothing { _ = try reading(arguments) }
    }

    /// Runs the command, and ends the process.
    ///
    /// - Parameters:
    ///   - words: its arguments: those of this process.
    ///   - suite: the commands of this program.
    package func main(
        _ words: [String] = Array(Program.arguments.dropFirst()), in suite: CommandSuite
    ) -> Never {
        Signals.reportTruncatedFiles()
        Program.exit(run(words, in: suite, .ofProcess).rawValue)
    }

    /// Runs the command to its end: what it prints and complains of has been written.
    ///
    /// - Parameters:
    ///   - words: its arguments.
    ///   - suite: the commands of this program.
    package func run(
        _ words: [String], in suite: CommandSuite, _ surroundings: Surroundings
    ) -> ExitStatus {
        var context = CommandContext(suite: suite, in: surroundings.reporting(for: words))
        context.words = words
        do throws(RedoError) {
            let status = try run(words, &context)
            try context.finish()
            return context.concluded(status, specification.statuses)
        } catch {
            report(error, &context)
            return context.concluded(error.status, specification.statuses)
        }
    }

    private func run(
        _ words: [String], _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let settings = try context.argumentSettings(specification, words)
        let input = context.surroundings
        let arguments = try Arguments(parsing: words, for: specification, by: settings) {
            (endsWithZeros) throws(RedoError) in
            try InputNames.all(input, separatedByZeros: endsWithZeros)
        }
        if arguments.has(CommandSpecification.help) {
            try showHelp(&context, summary: arguments.wantsSummary)
            return .done
        }
        if arguments.has(CommandSpecification.version) {
            try context.print("redo \(Version.text)\n")
            return .done
        }
        context.take(arguments)
        let name = specification.name(with: arguments.operands)
        context.commandName = name
        guard !context.isReadOnly || specification.effect.isReading(arguments) else {
            throw ReadOnly.refusal(of: name)
        }
        try Jobs.apply(arguments)
        if arguments.namesNothing { return .done }
        do throws(RedoError) {
            return try reading(arguments)(&context)
        } catch {
            throw arguments.located(error)
        }
    }

    /// Shows the manual page, or the short help where that is requested or there is nothing else.
    private func showHelp(
        _ context: inout CommandContext, summary: Bool
    ) throws(RedoError) {
        if !summary {
            let page = ManualPage(named: "redo-\(specification.name)")
            if let page, try context.show(page) { return }
            context.complain(ManualPage.hint(page))
        }
        context.startPager()
        try context.print(Help(specification: specification).text)
    }

    /// Prints what went wrong, after what was printed before.
    private func report(_ error: RedoError, _ context: inout CommandContext) {
        try? context.finish()
        // If the mistake is in a value, how the command is called says nothing.
        let showsUsage = error.status == .wrongUsage && error.excerpt.isEmpty
        context.report(
            context.explained(error), of: specification.name,
            usage: showsUsage ? Help(specification: specification).usage : "")
    }
}

extension CommandContext {
    /// An error about the output of a command that has written nodes says that they stay: who repeats the command makes
    /// the change twice.
    fileprivate func explained(_ error: RedoError) -> RedoError {
        guard error.code == .exportFailed, hasWritten.withLock({ $0 }) else { return error }
        return error.adding(hint: "the change is written: 'redo op log' shows it")
    }
}
