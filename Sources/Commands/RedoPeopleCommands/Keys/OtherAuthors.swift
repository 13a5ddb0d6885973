import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

extension CommandContext {
    /// Notes that the log is by others than the user whose key signs now: the person at the device is another author.
    ///
    /// - Parameter user: the user who signs.
    func noteOtherAuthors(than user: String) {
        guard (try? hasStore()) == true, let repository = try? openRepository(),
            let authors = try? repository.authors(about: .none)
        else { return }
        let others = authors.users.sorted {
            (authors.nodeCount(of: $1), $0.description) < (
                authors.nodeCount(of: $0), $1.description
            )
        }
        guard !others.isEmpty, !others.contains(where: { $0.description == user }) else { return }
        let names = others.map { authors.shortName(of: $0) }
        note("you are now another author; the tasks that are here are by \(listed(names))")
        complain(hints: [
            "to stay the same author, import your old key: redo-key(1); "
                + "to be one person with both keys: redo-device(1)"
        ])
    }
}
