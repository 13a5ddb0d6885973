import RedoCrypto
import RedoEpochs

/// The outcome of a ``MemberRequest``.
package enum MemberOutcome {
    case list(MemberList)
    case created(firstEpoch: EpochID)
    /// - Parameter invitation: what the new device needs to trust the remote; nil if no first epoch is trusted here.
    case added(PublicKey, invitation: String?)
    /// - Parameter text: the device or member, as in the request.
    case removed(_ text: String)
    case trusted
    /// A first epoch was trusted already, so no question was put.
    case trustedBefore(firstEpoch: EpochID)
    /// This device is a member; the words of the next recovery key were shown.
    case recovered
    case restored(FetchOutcome)
    case left
    /// This device was not a member, so it could not leave.
    case notAMember
    /// A question was answered with no.
    case declined
}

/// The members of an encrypted remote, who read it.
package struct MemberList {
    package let firstEpoch: EpochID
    package let epochCount: Int
    package let members: [Member]
    /// The key of this device.
    package let own: PublicKey?
    /// Further information for people.
    package let note: String?

    package init(
        firstEpoch: EpochID, epochCount: Int, members: [Member], own: PublicKey?, note: String?
    ) {
        self.firstEpoch = firstEpoch
        self.epochCount = epochCount
        self.members = members
        self.own = own
        self.note = note
    }
}
