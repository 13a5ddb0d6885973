import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// A state of the tasks as an operand of `redo diff` names it.
enum NamedState {
    /// All nodes of the store.
    case present
    /// A node and its ancestors.
    case node(Int)
    /// The nodes of a moment or earlier, with their ancestors.
    case moment(Instant)
    /// The record of the store about a remote.
    case remote(ConfiguredRemote)
    /// The nodes of a file.
    case export(path: String)
    /// Another store, by its path.
    case store(path: String)

    /// What an operand means: a remote by its name, a node by its id, a time, a file, or a node by another name, in this
    /// order.
    ///
    /// - Throws: NAME_001 if it means nothing, NAME_002 if it means several nodes, wrong usage for a time to come.
    init(
        _ text: String, _ log: Log, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) {
        if let remote = ConfiguredRemote.all(of: repository.store).first(where: { $0.name == text })
        {
            self = .remote(remote)
            return
        }
        let names = repository.names(of: log)
        if hexadecimalPrefix(text) != nil, case .one(let number) = try names.match(text) {
            self = .node(number)
        } else if try Self.isMoment(text, now: context.now()) {
            self = .moment(try context.pastMoment(text))
        } else if Self.isFile(text, in: try context.currentDirectory()) {
            self = .export(path: text)
        } else {
            do throws(RedoError) {
                self = .node(try names.nodeNumber(named: text))
            } catch {
                guard error.code == .unknownName else { throw error }
                throw error.adding(
                    hint: "a state is a node, a time such as 'yesterday 9:00', a remote, or a file "
                        + "that 'redo export' wrote")
            }
        }
    }

    private static func isMoment(_ text: String, now: Instant) -> Bool {
        let moment = try? TimeExpression(now: now, direction: .past).moment(of: text)
        return moment != nil
    }

    private static func isFile(_ path: String, in directory: String) -> Bool {
        guard path != "-" else { return true }
        guard let status = try? Files.status(of: Path.join(directory, path)) else { return false }
        return status.kind != .directory
    }
}
