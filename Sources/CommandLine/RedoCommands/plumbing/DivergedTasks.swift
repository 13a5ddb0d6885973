import RedoCommandLine
import RedoRepository
import RedoSystem

/// How many tasks of a store have several heads, for people.
package enum DivergedTasks {
    /// Says how many tasks have diverged, if any, and what settles it; nothing to programs.
    ///
    /// - Parameter porcelain: the option of the command that asks for the output for programs.
    /// - Returns: how many tasks have diverged.
    @discardableResult
    package static func report(
        in repository: Repository, unless porcelain: OptionSpecification,
        _ context: inout CommandContext
    ) throws(RedoError) -> Int {
        let count = try repository.divergedCount()
        guard count > 0, !context.arguments.has(porcelain) else { return count }
        try context.print(
            count == 1
                ? "1 task has diverged: 'redo merge --all' settles it\n"
                : "\(count) tasks have diverged: 'redo merge --all' settles them\n")
        return count
    }
}
