import RedoCrypto
import RedoModel
import RedoSystem

/// The steps of a writer before it seals.
package enum SealingDecision: Sendable {
    /// It seals in this epoch.
    case seal(OpenedEpoch)
    /// It first starts this epoch, and then seals in it.
    case start(EpochPlan)
    /// It may not start the epoch that is needed, and writes nothing.
    case blocked(EpochObstacle)
}

/// A plan for an epoch that would be accepted.
package struct EpochPlan: Sendable {
    package let parents: [OpenedEpoch]
    package let members: [Member]

    /// Creates the epoch.
    ///
    /// - Throws: as ``EpochFile/make(parents:members:signer:)`` does.
    package func make(
        signer: Signer
    ) throws(RedoError) -> (file: EpochFile, epoch: OpenedEpoch) {
        try EpochFile.make(parents: parents, members: members, signer: signer)
    }
}

/// The reason why a writer may not start the epoch that is needed.
package struct EpochObstacle: Error, Equatable, Sendable {
    package let reason: EpochRefusal
    /// The keys that may, the most senior first; empty if no single key can.
    package let able: [MemberKey]
}

extension EpochHistory {
    /// Decides whether a device may seal, and which epoch it has to start before.
    ///
    /// - Parameters:
    ///   - device: the device, with its box key.
    ///   - change: the devices and members that are revoked or removed in its log, and those to add.
    package func sealing(
        for device: Member.Device, after change: MembershipChange = MembershipChange()
    ) -> SealingDecision {
        let lasts = lastNumbers
        if let last = lasts.first, lasts.count == 1, mayStay(in: last, device, change) {
            return .seal(graph.vertices[last].epoch)
        }
        do throws(EpochObstacle) {
            let plan = try plan(signer: device.key, change)
            // Otherwise the device would start one epoch after the other.
            guard plan.members.contains(where: { $0.devices.contains(device) }) else {
                let basis = basis(after: lasts)
                throw EpochObstacle(
                    reason: .signer, able: able(basis, basis.roster.members))
            }
            return .start(plan)
        } catch {
            return .blocked(error)
        }
    }

    /// Whether an epoch needs no successor.
    private func mayStay(
        in number: Int, _ device: Member.Device, _ change: MembershipChange
    ) -> Bool {
        let vertex = graph.vertices[number]
        let members = vertex.roster.members
        // A device that has left still has the key of the epoch by which it left.
        let isSignedByMember =
            vertex.roster.names(vertex.signer) || isSignedByRecovery(vertex)
        return isSignedByMember && members.contains { $0.devices.contains(device) }
            && change.applied(to: members) == members
    }

    private func isSignedByRecovery(_ vertex: EpochGraph.Vertex) -> Bool {
        vertex.change.gone.contains { $0.isRecovery && vertex.signer.isNamed(by: $0) }
    }

    /// Plans an epoch that follows all the last ones and makes a change.
    ///
    /// - Parameter signer: the device or recovery key that will sign it.
    /// - Throws: ``EpochObstacle`` if the signer may not start it.
    package func plan(
        signer: PublicKey, _ change: MembershipChange = MembershipChange()
    ) throws(EpochObstacle) -> EpochPlan {
        let name = SignerName(signer)
        let lasts = lastNumbers
        guard !lasts.isEmpty else {
            throw EpochObstacle(reason: .otherGenesis, able: [])
        }
        // Epochs that are cut off are followed for their keys, if their lists permit the signer.
        let cutOff = lastCutOffNumbers.filter { graph.vertices[$0].roster.names(name) }
        if !cutOff.isEmpty, let plan = try? plan(after: lasts + cutOff, name, change) {
            return plan
        }
        return try plan(after: lasts, name, change)
    }

    private func plan(
        after parents: [Int], _ signer: SignerName, _ change: MembershipChange
    ) throws(EpochObstacle) -> EpochPlan {
        let basis = basis(after: parents)
        let members = change.applied(to: basis.roster.members)
        do throws(EpochRefusal) {
            _ = try basis.change(to: members, by: signer)
        } catch {
            throw EpochObstacle(reason: error, able: able(basis, members))
        }
        return EpochPlan(
            parents: parents.map { graph.vertices[$0].epoch }, members: members)
    }

    /// The keys that may change one list of members into another.
    private func able(_ basis: EpochBasis, _ members: [Member]) -> [MemberKey] {
        let keys = members.flatMap { member in
            member.entries.map { MemberKey(member.principal, $0) }
        }
        let kept = Set(keys)
        let removed = basis.roster.seats.map(\.key).filter { !kept.contains($0) }
        let added = keys.filter { basis.roster.seat($0) == nil }
        return basis.roster.seats.map(\.key).filter { key in
            let name = SignerName(key.entry)
            // A recovery key also has to name the next one, which the list does not have yet.
            guard key.entry.isRecovery else {
                return (try? basis.change(to: members, by: name)) != nil
            }
            return basis.names(name) && removed.allSatisfy { basis.mayRemove($0, name) }
                && added.allSatisfy { basis.mayAdd($0, name) }
        }
    }
}
