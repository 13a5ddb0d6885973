import RedoCommand
import RedoStore

extension Command {
    private static let global = OptionSpecification.flag(
        "global", "read or write the user's configuration, which applies to all stores")
    private static let unset = OptionSpecification.flag("unset", "remove all values of the name")
    private static let add = OptionSpecification.flag("add", "add a value to those that are there")
    private static let getAll = OptionSpecification.flag("get-all", "print all values of the name")
    private static let list = OptionSpecification.flag(
        "list", letter: "l", "print all names and values")

    /// `redo config`: reads and writes configuration.
    package static let config = Command(
        CommandSpecification(
            "config", "Read and write the configuration of the store or the user",
            operands: ["<name>", "<name> <value>", "--unset <name>", "--list"],
            operandCount: 0...2, options: [global, add, getAll, unset, list])
    ) { (context) throws(CommandError) in
        let arguments = context.arguments
        if arguments.has(list) {
            guard arguments.operands.isEmpty else { throw .usage("--list takes no operands") }
            for entry in try layers(context).flatMap(\.entries) {
                try context.print("\(entry.name)=\(entry.value ?? "true")\n")
            }
            return .done
        }
        guard let operand = arguments.operands.first else { throw .usage("a name is missing") }
        guard let name = Configuration.Name(operand) else {
            throw .usage("'\(operand)' is no name such as user.name")
        }
        let changes = [unset, add].filter { arguments.has($0) }.count
        if arguments.operands.count == 2 || changes > 0 {
            return try change(context, name)
        }
        let values = LayeredConfiguration(try layers(context)).values(operand)
        guard let last = values.last else { return .no }
        for value in arguments.has(getAll) ? values : [last] { try context.print("\(value)\n") }
        return .done
    }

    private static func layers(
        _ context: borrowing CommandContext
    ) throws(CommandError) -> [Configuration] {
        let user = try context.userConfigurationFile()
        if context.arguments.has(global) {
            return [try reporting { () throws(StoreError) in try user.read() }]
        }
        return try context.openStore().configuration.layers
    }

    private static func change(
        _ context: borrowing CommandContext, _ name: Configuration.Name
    ) throws(CommandError) -> ExitStatus {
        let arguments = context.arguments
        let file =
            arguments.has(global)
            ? try context.userConfigurationFile()
            : ConfigurationFile(path: Store.configurationPath(try context.openStore().path))
        let value = arguments.operands.dropFirst().first
        guard (value == nil) == arguments.has(unset) else {
            throw .usage(value == nil ? "a value is missing" : "--unset takes no value")
        }
        return try reporting { () throws(StoreError) in
            var configuration = try file.read()
            if let value {
                if arguments.has(add) {
                    configuration.add(name, value)
                } else {
                    configuration.set(name, to: value)
                }
            } else if configuration.remove(name) == 0 {
                return .no
            }
            try file.write(configuration)
            return .done
        }
    }
}
