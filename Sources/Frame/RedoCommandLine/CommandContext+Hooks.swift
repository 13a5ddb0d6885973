import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension CommandContext {
    /// The user's hooks for a store; nil for a user without a folder for a configuration.
    package func hooks(of store: Store) -> Hooks? {
        guard let directory = try? home.configurationDirectory() else { return nil }
        let surroundings = surroundings
        return Hooks(
            of: store,
            in: HookSurroundings(
                directory: Path.join(directory, "hooks"), user: Environment.effectiveUser,
                workingDirectory: surroundings.directory, command: commandName, depth: hookDepth
            ) { code, text in
                let line = code.map { Diagnostic(.warning, $0, text.printable).line }
                surroundings.complain("\(line ?? text.printable)\n")
            })
    }

    /// The number of hooks that run above this command; what is not a number counts as too many.
    private var hookDepth: Int {
        let text = surroundings.variables.value(of: HookSurroundings.depthVariable)
        guard let text else { return 0 }
        return Int(text).map { max($0, 0) } ?? HookSurroundings.maximumDepth
    }
}
