import RedoCommandLine
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
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

    /// `redo config`: reads and writes configuration.
    package static let config = Command(
        CommandSpecification(
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
            statuses: .plain(no: "the name has no value"))
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        if let mode = [listsAll, opensEditor].first(where: arguments.has) {
            guard arguments.operands.isEmpty else {
                throw .usage("--\(mode.name) takes no operands")
            }
            return arguments.has(opensEditor)
                ? try ConfigurationEdit(file(context), context).run(&context)
                : try printAll(&context)
        }
        guard let operand = arguments.operands.first else { throw .usage("a name is missing") }
        if arguments.operands.count == 2 || arguments.has(unset) || arguments.has(addsValue) {
            return try change(context, operand)
        }
        return try printValues(&context, of: operand)
    }

    private static func layers(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> LayeredConfiguration {
        let user = try context.home.configurationFile()
        if context.arguments.has(global) {
            return LayeredConfiguration([try user.read()]
            )
        }
        return try context.openStore().configuration
    }

    /// The file that is written.
    private static func file(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> ConfigurationFile {
        if context.arguments.has(global) { return try context.home.configurationFile() }
        let path: String
        do throws(RedoError) {
            path = try context.openStore().path
        } catch {
            // A file that is not in the syntax is what an editor is for.
            let isBroken = error.code == ErrorCode.corrupted
            guard isBroken, context.arguments.has(opensEditor) else { throw error }
            path = try context.storeLocation().path
        }
        return ConfigurationFile(path: Store.configurationPath(path))
    }

    // MARK: Reading

    private static func printAll(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        for layer in try layers(context).layers {
            for entry in layer.entries {
                let origin = originText(of: layer, context)
                let line = "\(origin)\(entry.name)=\(entry.value ?? "true")"
                try context.print(withPaths: context.shown(line) + "\n")
            }
        }
        return .done
    }

    private static func printValues(
        _ context: inout CommandContext, of operand: String
    ) throws(RedoError) -> ExitStatus {
        let name = try Configuration.Name(operand: operand)
        var lines: [String] = []
        for layer in try layers(context).layers(for: name) {
            for value in layer.values(name) {
                lines.append(context.shown("\(originText(of: layer, context))\(value)") + "\n")
            }
        }
        guard let last = lines.last else { return .no }
        for line in context.arguments.has(getAll) ? lines : [last] {
            try context.print(withPaths: line)
        }
        return .done
    }

    /// As git prints it: `file:<path>` or `command line:`, and a tab.
    private static func originText(
        of layer: Configuration, _ context: borrowing CommandContext
    ) -> String {
        guard context.arguments.has(showOrigin) else { return "" }
        switch layer.origin {
        case .user(let path), .store(let path): return "file:\(path)\t"
        case .commandLine, .memory: return "command line:\t"
        }
    }

    // MARK: Writing

    private static func change(
        _ context: borrowing CommandContext, _ operand: String
    ) throws(RedoError) -> ExitStatus {
        let arguments = context.arguments
        let value = arguments.operands.dropFirst().first
        guard (value == nil) == arguments.has(unset) else {
            throw .usage(value == nil ? "a value is missing" : "--unset takes no value")
        }
        guard let value else {
            // What is not known can still be removed.
            return try remove(try Configuration.Name(operand: operand), from: try file(context))
        }
        let name = try Configuration.Name(checking: operand)
        let file = try file(context)
        try ConfigurationRules.check(
            name, value, in: file, beside: (try? layers(context)) ?? LayeredConfiguration([]),
            now: try context.now())
        let written = SystemText.text(written: value)
        try file.change { configuration in
            if arguments.has(addsValue) {
                configuration.add(name, written)
            } else {
                configuration.set(name, to: written)
            }
        }
        if let note = try ConfigurationRules.note(name, value, in: file, context) {
            context.note(note)
        }
        return .done
    }

    private static func remove(
        _ name: Configuration.Name, from file: ConfigurationFile
    ) throws(RedoError) -> ExitStatus {
        var configuration = try file.read()
        guard configuration.remove(name) > 0 else { return .no }
        try file.write(configuration)
        return .done
    }
}
