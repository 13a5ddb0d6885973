import RedoCommandLine
import RedoRepository
import RedoStore
import RedoSystem

/// `redo config`: reads and writes configuration.
package struct ConfigCommand: ParsableCommand {
    private static let global = OptionSpecification.flag(
        "global", "read or write the user's configuration, which applies to all stores")
    private static let unset = OptionSpecification.flag("unset", "remove all values of the name")
    private static let addsValue = OptionSpecification.flag(
        "add", "add a value to those that are there")
    private static let getAll = OptionSpecification.flag("get-all", "print all values of the name")
    private static let listsAll = OptionSpecification.flag(
        "list", letter: "l", "print all names and values")
    private static let showOrigin = OptionSpecification.flag(
        "show-origin", "print before each value the file that has it, and a tab")
    private static let opensEditor = OptionSpecification.flag(
        "edit", letter: "e", "write the file in an editor; it is checked before it counts")

    package static let specification = CommandSpecification(
        "config", "Read and write the configuration of the store or the user",
        operands: [
            .value(.configurationKey), [.value(.configurationKey), .value("value")],
            [.option(unset), .value(.configurationKey)], .option(listsAll),
            .option(opensEditor),
        ],
        options: [global, addsValue, getAll, unset, listsAll, showOrigin, opensEditor],
        constraints: [
            .exclusive([listsAll, opensEditor, unset, addsValue, getAll]),
            .excludes(showOrigin, [opensEditor, unset, addsValue]),
        ],
        effect: .readsWith(listsAll),
        statuses: .plain(
            no: "the name has no value, or a file has lines that are not in the syntax"))

    private enum Form {
        case list
        case edit
        /// The last of the values of a name, or all.
        case get(Configuration.Name, isAll: Bool)
        /// Adds a value, or replaces the others.
        case set(Configuration.Name, String, isAdded: Bool)
        case unset(Configuration.Name)
    }

    private let form: Form
    /// True if it is about the configuration of the user.
    private let isGlobal: Bool
    private let showsOrigin: Bool

    package init(_ arguments: Arguments) throws(RedoError) {
        isGlobal = arguments.has(Self.global)
        showsOrigin = arguments.has(Self.showOrigin)
        if let mode = [Self.listsAll, Self.opensEditor].first(where: arguments.has) {
            guard arguments.operands.isEmpty else {
                throw .usage("--\(mode.name) takes no operands")
            }
            form = mode.name == Self.opensEditor.name ? .edit : .list
            return
        }
        guard let operand = arguments.operands.first else { throw .usage("a name is missing") }
        let value = arguments.operands.dropFirst().first
        let (isAdded, isUnset) = (arguments.has(Self.addsValue), arguments.has(Self.unset))
        switch (value, isUnset) {
        case (nil, true):
            // What is not known can still be removed.
            form = .unset(try Configuration.Name(operand: operand))
        case (nil, false):
            guard !isAdded else { throw .usage("a value is missing") }
            form = .get(
                try Configuration.Name(operand: operand), isAll: arguments.has(Self.getAll))
        case (_?, true): throw .usage("--unset takes no value")
        case (let value?, false):
            form = .set(try Configuration.Name(checking: operand), value, isAdded: isAdded)
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .list: return try printAll(&context)
        case .edit: return try ConfigurationEdit(file(context), context).run(&context)
        case .get(let name, let isAll): return try printValues(of: name, isAll: isAll, &context)
        case .set(let name, let value, let isAdded):
            try set(name, to: value, isAdded: isAdded, context)
            return .done
        case .unset(let name): return try remove(name, context)
        }
    }

    /// The configurations that are read, without lines that are not in the syntax.
    ///
    /// - Parameter errors: receives an error about each of these lines.
    private func layers(
        _ context: borrowing CommandContext, _ errors: inout [RedoError]
    ) throws(RedoError) -> LayeredConfiguration {
        let (user, wrong) = try context.home.configurationFile().readSoundLines()
        errors += wrong
        if isGlobal { return LayeredConfiguration([user]) }
        let location = try context.storeLocation()
        do throws(RedoError) {
            return try context.openStore(at: location, userConfiguration: user).configuration
        } catch {
            // The store may be used, as this is looked at first.
            guard error.code == .corrupted else { throw error }
            let file = ConfigurationFile(path: Store.configurationPath(location.path))
            let (own, wrong) = try file.readSoundLines()
            errors += wrong
            return LayeredConfiguration([user, own, try context.home.commandLine()])
        }
    }

    /// The file that is written, which may have lines that are not in the syntax.
    private func file(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> ConfigurationFile {
        if isGlobal { return try context.home.configurationFile() }
        var errors: [RedoError] = []
        _ = try layers(context, &errors)
        return ConfigurationFile(
            path: Store.configurationPath(try context.storeLocation().path))
    }

    /// Warns of lines that are not in the syntax.
    ///
    /// - Returns: the status of an answer that does not have what they say.
    private func warn(of errors: [RedoError], _ context: borrowing CommandContext) -> ExitStatus {
        for error in errors { context.warn(error.code, error.message) }
        context.complain(hints: errors.first?.hints ?? [])
        return errors.isEmpty ? .done : .no
    }

    // MARK: Reading

    private func printAll(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var errors: [RedoError] = []
        for layer in try layers(context, &errors).layers {
            for entry in layer.entries {
                let origin = originText(of: layer)
                let line = "\(origin)\(entry.name)=\(entry.value ?? "true")"
                try context.print(withPaths: context.shown(line) + "\n")
            }
        }
        return warn(of: errors, context)
    }

    private func printValues(
        of name: Configuration.Name, isAll: Bool, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var lines: [String] = []
        var errors: [RedoError] = []
        for layer in try layers(context, &errors).layers(for: name) {
            for value in layer.values(name) {
                lines.append(context.shown("\(originText(of: layer))\(value)") + "\n")
            }
        }
        let status = warn(of: errors, context)
        guard let last = lines.last else { return .no }
        for line in isAll ? lines : [last] {
            try context.print(withPaths: line)
        }
        return status
    }

    /// As git prints it: `file:<path>` or `command line:`, and a tab.
    private func originText(of layer: Configuration) -> String {
        guard showsOrigin else { return "" }
        switch layer.origin {
        case .user(let path), .store(let path): return "file:\(path)\t"
        case .commandLine, .memory: return "command line:\t"
        }
    }

    // MARK: Writing

    private func set(
        _ name: Configuration.Name, to value: String, isAdded: Bool,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let file = try file(context)
        var unused: [RedoError] = []
        try ConfigurationRules.check(
            name, value, in: file,
            beside: (try? layers(context, &unused)) ?? LayeredConfiguration([]),
            now: try context.now())
        let written = SystemText.text(written: value)
        let lock = try file.lock()
        defer { _ = lock }
        var (configuration, errors) = try file.readSoundLines()
        if isAdded {
            configuration.add(name, written)
        } else {
            configuration.set(name, to: written)
        }
        try file.write(configuration)
        _ = warn(of: errors, context)
        if let note = try ConfigurationRules.note(name, value, in: file, context) {
            context.note(note)
        }
    }

    private func remove(
        _ name: Configuration.Name, _ context: borrowing CommandContext
    ) throws(RedoError) -> ExitStatus {
        let file = try file(context)
        let lock = try file.lock()
        defer { _ = lock }
        var (configuration, errors) = try file.readSoundLines()
        _ = warn(of: errors, context)
        guard configuration.remove(name) > 0 else { return .no }
        try file.write(configuration)
        return .done
    }
}
