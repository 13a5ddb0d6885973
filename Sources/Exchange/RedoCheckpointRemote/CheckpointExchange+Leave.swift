import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoSystem

extension CheckpointExchange {
    /// Removes this device from the members, once everything that it has is on the remote.
    ///
    /// The device seals its last statement as a member, and adds an epoch whose list of members lacks it. The next push
    /// of another device starts a further epoch, since this device has the key of the one by which it leaves.
    ///
    /// - Throws: E_PERMISSION_DENIED if something is not pushed yet, or no device could open the remote afterwards.
    func leave(isConfirmed: Bool) throws(RedoError) -> MemberOutcome {
        let device = try ownDevice()
        let epochs = try currentEpochs()
        guard epochs.isMember(device.key), record.left != device.key else { return .notAMember }
        let departure = Departure(of: device.key, from: epochs.history.members)
        guard !departure.remaining.isEmpty else {
            throw RedoError(
                .permissionDenied,
                "no one could open \(name.printable) any more: this is its last device, and it has no recovery key",
                status: .no,
                hints: [
                    "'redo member add CARD' lets another device in first",
                    "'redo remote remove \(name.printable)' forgets the remote here, and leaves it as it is",
                ])
        }
        try requireNothingUnsent()
        if !isConfirmed, try !self.isConfirmed(departure) { return .declined }
        try push(
            changing: EpochRequest(change: MembershipChange(), leaving: device.key))
        guard record.left == device.key else {
            throw RedoError(.writeFailed, "this device has not left \(name.printable)")
        }
        return .left
    }

    /// Refuses to leave while nodes of this store are not on the remote: no later push could send them.
    private func requireNothingUnsent() throws(RedoError) {
        let lock = try lockRecord()
        defer { _ = lock }
        try store.noteLostNodes()
        let plan = try plan(from: nil, seal: nil)
        plan.removeFiles()
        if !plan.newIDs.isEmpty {
            throw RedoError(
                .permissionDenied,
                "what is not on \(name.printable) yet could not be pushed there afterwards: "
                    + "\(counted(plan.newIDs.count, "node")) of this store", status: .no,
                hints: ["'redo push \(name.printable)' brings them there; then leave"])
        }
        if !plan.waiting.isEmpty {
            throw RedoError(
                .permissionDenied,
                "what cannot be pushed to \(name.printable) would never come there: "
                    + "\(counted(plan.waiting.ids.count, "node")) behind one that is missing here",
                status: .no,
                hints: [
                    "'redo fsck --from \(name.printable)' brings back what is missing, if the remote has it"
                ])
        }
        if !plan.kept.isEmpty, !session.request.skipsUnsigned {
            throw RedoError(
                .permissionDenied,
                "what cannot be pushed to \(name.printable) would never come there: "
                    + "\(counted(plan.kept.count, "node")) without a signature, or after one",
                status: .no,
                hints: [
                    "'redo push \(name.printable)' names them",
                    "'redo member leave --skip-unsigned \(name.printable)' leaves all the same: they stay here",
                ])
        }
    }

    private func isConfirmed(_ departure: Departure) throws(RedoError) -> Bool {
        guard session.delegate.canAsk else {
            throw .usage(
                "leaving cannot be undone: give --yes",
                hints: ["the key of this device cannot become a member of \(name.printable) again"])
        }
        return try session.delegate.isConfirmed(
            "This device leaves \(name.printable). It reads nothing that others push from then on, pushes nothing there, "
                + "and its key cannot become a member again.\n"
                + (departure.sentence.map { "\($0)\n" } ?? "") + "leave \(name.printable)?")
    }

    /// Refuses to push, compact and claim after this device has left.
    ///
    /// Only the record shows that: the epoch by which a device leaves has no box for it, so it still appears to be a
    /// member here, and a statement without that epoch would add it back.
    ///
    /// - Throws: E_PERMISSION_DENIED.
    func refuseAfterLeaving() throws(RedoError) {
        guard let left = record.left, try session.keyring.author(for: store).publicKey == left
        else {
            return
        }
        throw RedoError(
            .permissionDenied, "nothing is pushed to \(name.printable): this device has left it",
            hints: [
                "'redo remote remove \(name.printable)' forgets the remote here; the tasks stay",
                "with another key it can be let in again: redo keygen, then redo member card",
            ])
    }
}

/// The effect on the members if a device leaves.
private struct Departure {
    /// The members without the device.
    let remaining: [Member]
    /// Whether words on paper open the remote and no device does.
    private let isLastDevice: Bool
    /// Whether the member keeps a recovery key, and no device.
    private let leavesRecovery: Bool

    init(of key: PublicKey, from members: [Member]) {
        var remaining: [Member] = []
        var leavesRecovery = false
        for var member in members {
            let isOwn = member.devices.contains { $0.key == key }
            member.devices.removeAll { $0.key == key }
            if isOwn, member.devices.isEmpty, member.recovery != nil { leavesRecovery = true }
            if !member.devices.isEmpty || member.recovery != nil { remaining.append(member) }
        }
        self.remaining = remaining
        self.leavesRecovery = leavesRecovery
        isLastDevice = remaining.allSatisfy(\.devices.isEmpty)
    }

    /// The remark about the recovery key, for people; nil if none is needed.
    var sentence: String? {
        if isLastDevice {
            return
                "It is the last device: from then on only the words of the recovery key open the remote."
        }
        return leavesRecovery
            ? "The words of the recovery key of its member still let a device in." : nil
    }
}
