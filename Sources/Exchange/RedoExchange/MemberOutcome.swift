import RedoCrypto
import RedoEpochs

/// What became of a ``MemberRequest``.
package enum MemberOutcome {
    case list(MemberList)
    case created(firstEpoch: EpochID)
    /// - Parameter invitation: what the device is given to trust the remote; nil if no first epoch is trusted here.
    case added(PublicKey, invitation: String?)
    /// - Parameter text: as it was requested.
    case removed(_ text: String)
    case trusted
    /// Nothing was asked, since a first epoch is trusted.
    case trustedBefore(firstEpoch: EpochID)
    /// This device is a member; the words of the next recovery key were shown.
    case recovered
    case restored(FetchOutcome)
    case left
    /// This device was not a member that could leave.
    case notAMember
    /// A question was answered with no.
    case declined
}

/// Who reads an encrypted remote.
package struct MemberList {
    package let firstEpoch: EpochID
    package let epochCount: Int
    package let members: [Member]
    /// The key of this device.
    package let own: PublicKey?
    /// What else there is to say to people.
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
