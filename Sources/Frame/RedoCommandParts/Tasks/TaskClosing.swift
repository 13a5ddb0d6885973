import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

/// True if new tasks are closed from the start, so that only their owner and those it shares them with can change them
/// (`task.closed`).
package enum TaskClosing {
    /// The value of `task.closed`.
    package enum Setting: String {
        /// If the key that writes belongs to a person, and other programs do not write to the log with keys of their
        /// own.
        case auto
        case always
        case never

        /// - Throws: wrong usage for a value that is invalid.
        package init(of store: Store) throws(RedoError) {
            let word = try store.configuration.checkedValue(.taskClosed)
            self = word.flatMap { Setting(rawValue: $0) } ?? .auto
        }
    }

    /// True if a task that an author makes is closed.
    ///
    /// - Throws: wrong usage for a value that is invalid.
    /// - Complexity: constant for a log without persons; see ``Repository/people(about:)``.
    static func closesTasks(
        of author: Author, _ repository: Repository
    ) throws(RedoError) -> Bool {
        switch try Setting(of: repository.store) {
        case .always: return true
        case .never: return false
        case .auto:
            guard let key = author.publicKey, repository.belongsToPerson(key) else { return false }
            return try sharedReplicas(repository.store).isEmpty
        }
    }

    /// The replicas in Firestore for which it was not said that new tasks are closed: other programs write there, each
    /// with a key of its own.
    ///
    /// - Throws: wrong usage for a value of `remote.<name>.closed` that is not a boolean.
    package static func sharedReplicas(_ store: Store) throws(RedoError) -> [ConfiguredRemote] {
        var replicas: [ConfiguredRemote] = []
        for remote in ConfiguredRemote.all(of: store) where remote.kind.hasOtherPrograms {
            if try store.configuration.boolean("closed", ofRemote: remote.name) != true {
                replicas.append(remote)
            }
        }
        return replicas
    }
}

extension TaskClosing {
    /// Asks once whether new tasks are closed although other programs write to replicas in Firestore, each with a key
    /// of its own, and keeps the answer as `remote.<name>.closed`.
    ///
    /// - Parameter isAsking: whether a question may be asked on a terminal.
    /// - Returns: the replicas because of which new tasks stay open.
    package static func ask(
        about replicas: [ConfiguredRemote], _ store: Store, isAsking: Bool,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> [ConfiguredRemote] {
        guard isAsking, context.surroundings.hasTerminalInput, !replicas.isEmpty else {
            return replicas
        }
        let names = listed(replicas.map(\.name.printable))
        context.complain(
            "other programs that write to \(names) with keys of their own could no longer change tasks that are made here "
                + "from now on, unless their keys join your person or you share the tasks with them.\n"
        )
        guard try context.isConfirmed("close new tasks?") else { return replicas }
        try store.configurationFile.change { configuration in
            for replica in replicas {
                let section = "\(ConfiguredRemote.section).\(replica.name)"
                if let name = Configuration.Name("\(section).closed") {
                    configuration.set(name, to: "true")
                }
            }
        }
        return []
    }

    /// A line about what stays open because of replicas, with the command that closes it.
    package static func note(onReplicas replicas: [ConfiguredRemote]) -> String {
        "new tasks stay open to other programs that write to \(listed(replicas.map(\.name.printable))): "
            + "'redo config \(ConfiguredRemote.section).\(replicas.first?.name ?? "").closed true' closes them"
    }

    /// Asks or reports whether new tasks stay open because of a replica that was just added.
    package static func ask(
        aboutAdded remote: ConfiguredRemote, to store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        guard remote.kind.hasOtherPrograms,
            let author = try? context.keyring().author(for: store),
            try closesTasks(of: author, context.repository(store))
        else { return }
        let open = try ask(about: [remote], store, isAsking: true, context)
        if !open.isEmpty { context.note(note(onReplicas: open)) }
    }
}
