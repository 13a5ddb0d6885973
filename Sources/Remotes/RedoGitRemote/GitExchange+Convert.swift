import RedoCheckpointRemote
import RedoCommandLine
import RedoExchange
import RedoGit
import RedoStore
import RedoSystem

extension GitExchange {
    /// Where the commit that is sent has its name in the store's own repository.
    private static let convertingReference = "refs/redo/converting"

    /// Puts all that is there and here into packs there, lets this store go on so, and lets programs that read commits alone
    /// say that they miss something.
    ///
    /// Each step finds out whether it was done, so a repeat completes what was cut off.
    mutating func convert(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        guard !encryption.isSealed else {
            throw .usage("\(remote.name) is encrypted: it keeps packs already")
        }
        let status = try fetch(&context)
        var exchange = try CheckpointExchange(
            remote.name, of: store, in: try GitCheckpointStorage(remote, of: store, for: .push))
        defer {
            arrived += exchange.arrived
            sentCount += exchange.sentCount
        }
        guard try exchange.push(&context) == .done else {
            try context.print("\(remote.name) was not converted\n")
            return .no
        }
        // Not before: what is not there as packs would be in no form that this store goes on with.
        try RemoteLayout.packs.write(forRemote: remote.name, in: store)
        do throws(RedoError) {
            let told = try tellOldPrograms(context)
            try context.print(
                "\(remote.name) keeps packs\(told.map { "; \($0) says so to programs that read commits alone" } ?? "")\n"
            )
            return status
        } catch {
            if Signals.isTerminationPending { throw error }
            context.warn(
                error.code,
                "programs that read commits alone are not told: \(error.message.printable)")
            return .no
        }
    }

    /// Adds a commit that says that the log goes on in packs to this device's reference.
    ///
    /// - Returns: the reference that says so; nil if devices have never kept commits there.
    private func tellOldPrograms(_ context: borrowing CommandContext) throws(RedoError) -> String? {
        let push = try Push(to: remote, from: store, context)
        let mirror = try push.repository.lock()
        let repository = mirror.repository
        let connection = try remote.connection(in: repository)
        let devices = try connection.references(for: .push)
            .filter { Mirror.device(of: $0.name) != nil }
        if devices.isEmpty { return nil }
        let own = devices.first { $0.name == push.reference }
        for reference in [own].compactMap(\.self) + (own == nil ? devices : [])
        where ConversionCommit.target(reference.target, in: repository).isConverted {
            return reference.name
        }
        let commit = ConversionCommit(after: own?.target)
        try commit.write(to: repository)
        let name = Self.convertingReference
        // A conversion that was killed: whoever has the lock of the mirror uses this name alone.
        repository.removeLock(of: name)
        try repository.setReference(name, to: commit.id, from: try repository.target(of: name))
        try push.send(["\(name):\(push.reference)"], over: connection, context)
        try repository.removeReference(name)
        try mirror.setSeen(push.device, on: remote.name, to: commit.id)
        return push.reference
    }
}
