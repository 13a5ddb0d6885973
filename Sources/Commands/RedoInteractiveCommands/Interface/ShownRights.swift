import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// What the user may do with the tasks of one reading of the store; it is read when it is first needed.
final class ShownRights {
    private let suite: CommandSuite
    private let surroundings: Surroundings
    private let repository: Repository
    /// Nil also if the log cannot be read: then the commands decide alone.
    private(set) lazy var rights = try? TaskRights(
        CommandContext(suite: suite, in: surroundings), repository)

    init(_ suite: CommandSuite, _ surroundings: Surroundings, _ repository: Repository) {
        (self.suite, self.surroundings, self.repository) = (suite, surroundings, repository)
    }

    /// Why the user may not change one of some tasks; nil if they may change all.
    func reasonNotToChange(_ tasks: [TaskID]) -> String? {
        guard !tasks.isEmpty, let rights else { return nil }
        return tasks.lazy.compactMap { rights.reason(against: .write, on: $0) }.first
    }

    /// Why the user cannot delete a category; nil if they can.
    func reasonNotToDelete(_ category: Organisation.Category) -> String? {
        rights?.reasonNotToDelete(category)
    }
}
