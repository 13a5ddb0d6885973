/// A command as its parser, its help, its manual page and its completions know it.
package struct CommandSpecification: Sendable {
    /// The name after `redo `.
    package let name: String
    /// One sentence without a full stop.
    package let summary: String
    /// The operands of each form of the command.
    package let operands: [OperandForm]
    /// The number of operands that there may be.
    package let operandCount: ClosedRange<Int>
    package let options: [OptionSpecification]
    /// Which options go together, checked in this order.
    package let constraints: [OptionConstraint]
    /// True if the custom fields are options as well.
    package let takesOwnFields: Bool
    /// True if words such as `due:fri` are other spellings of options: ``AttributeWords``.
    package let readsWords: Bool
    /// What stands before a tag that is not meant, for a call that writes `-home`; nil if the command has no such word.
    package let exclusion: String?
    /// True if further operands are read from standard input: ``NameInput``.
    package let readsNames: Bool
    package let effect: CommandEffect
    /// The meanings of its exit statuses.
    package let statuses: StatusMeanings

    /// - Parameters:
    ///   - operandCount: of a command that takes others than its forms say.
    ///   - exclusion: what is written instead of the sign in `-home`: `tag:-`.
    ///   - readsNames: whether `--stdin` reads further operands; adds ``NameInput/options``.
    package init(
        _ name: String, _ summary: String, operands: [OperandForm] = [],
        operandCount: ClosedRange<Int>? = nil, options: [OptionSpecification] = [],
        constraints: [OptionConstraint] = [], takesOwnFields: Bool = false,
        readsWords: Bool = false, exclusion: String? = nil, readsNames: Bool = false,
        effect: CommandEffect = .writes, statuses: StatusMeanings = .reading()
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.operandCount = operandCount ?? OperandForm.count(of: operands)
        let further = readsNames ? NameInput.options : []
        self.options = options + further.filter { new in !options.contains { $0.name == new.name } }
        self.constraints = constraints
        self.takesOwnFields = takesOwnFields
        self.readsWords = readsWords
        self.exclusion = exclusion
        self.readsNames = readsNames
        self.effect = effect
        self.statuses = statuses
    }

    /// The command with further options.
    func adding(_ further: [OptionSpecification]) -> CommandSpecification {
        CommandSpecification(
            name, summary, operands: operands, operandCount: operandCount,
            options: options + further, constraints: constraints, readsWords: readsWords,
            exclusion: exclusion, readsNames: readsNames, effect: effect, statuses: statuses)
    }

    /// The command, and the word that says which form of it some operands are: `category add`.
    func name(with operands: [String]) -> String {
        guard let word = operands.first, self.operands.contains(where: { $0.firstWord == word })
        else { return name }
        return "\(name) \(word)"
    }

    /// True if the operands are parts of a query.
    package var takesQuery: Bool {
        operands.contains { $0.kinds.contains(.name(.query)) }
    }

    /// True if the operand at an index is a path, by the forms of the command that the operands can have.
    func takesPath(at index: Int, of operands: [String]) -> Bool {
        let named = self.operands.filter { form in
            form.firstWord.map { $0 == operands.first } ?? false
        }
        let forms = named.isEmpty ? self.operands.filter { $0.firstWord == nil } : named
        let kinds = forms.flatMap { $0.kinds(at: index) }
        return !kinds.isEmpty && kinds.allSatisfy(\.isPath)
    }

    /// Options that every command has.
    package static let commonOptions: [OptionSpecification] = [
        redoDirectory, strictNames, readOnly, help, version,
    ]

    package static let redoDirectory = OptionSpecification.value(
        "redo-dir", takes: .directory, "use this store instead of the one that is found")
    package static let strictNames = OptionSpecification.flag(
        "strict-names", isExpert: true, "take whole ids alone for names of tasks and nodes")
    package static let readOnly = OptionSpecification.flag(
        "read-only", isExpert: true, "refuse to write anything")
    package static let help = OptionSpecification.flag(
        "help", letter: "h", "-h shows this summary, --help the manual page")
    package static let version = OptionSpecification.flag("version", "show the version")

    /// True if options that are given keep another one from being given, too.
    package func excludes(_ option: OptionSpecification, in arguments: Arguments) -> Bool {
        constraints.contains { $0.excludes(option, in: arguments) }
    }

    package var allOptions: [OptionSpecification] { options + Self.commonOptions }
}
