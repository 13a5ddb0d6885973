import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The consequences of a new person for its user: who can change new tasks, and who no longer can.
enum NewPersonReport {
    /// The maximum number of keys that are named one by one.
    private static let maximumNamedCount = 10

    /// The lines.
    ///
    /// - Parameters:
    ///   - key: of the device that made the person.
    ///   - replicas: those because of which new tasks stay open.
    static func lines(
        _ repository: Repository, of author: Author, openBecauseOf replicas: [ConfiguredRemote]
    ) throws(RedoError) -> [String] {
        let setting = try TaskClosing.Setting(of: repository.store)
        if setting == .never { return [] }
        if setting == .auto, !replicas.isEmpty {
            return [TaskClosing.note(onReplicas: replicas)]
        }
        var lines = [
            "new tasks are closed: only devices of this person, and those you share them with, can change them"
        ]
        let authors = try repository.authors()
        let own = authors.people.principal(of: author)
        let others = authors.users.filter { authors.people.principal(of: $0) != own }.sorted()
        if others.isEmpty { return lines }
        lines.append(
            "these keys have written to this log, and cannot change them unless they join ('redo device add') or you share:"
        )
        lines += others.prefix(maximumNamedCount).map { "  \(authors.text(of: $0))" }
        if others.count > maximumNamedCount {
            lines.append("  and \(others.count - maximumNamedCount) more")
        }
        return lines
    }
}
