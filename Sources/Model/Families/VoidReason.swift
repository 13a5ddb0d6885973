import RedoSystem

/// Why a node is void in a family: the rule, and the node that decides, by its number in replay order. The code and the
/// sentence follow from it.
package enum VoidReason: Equatable, Sendable {
    // Of every family.
    /// Its form is wrong; the mistake.
    case malformed(String)
    case unsigned
    /// A revocation cuts it off.
    case cutOff(by: Int)

    // Of `people` (docs/extensions.md, section 3).
    /// An earlier statement made its key a device.
    case belongsAlready(since: Int)
    case unknownPerson
    case unknownRevocation
    /// No statement that stands lets its key join.
    case notLetIn
    /// Its author is not a device of the person.
    case notADevice
    /// The key that it revokes had not joined the person.
    case notJoined
    /// Its author is neither the key that it revokes nor senior to it.
    case notSenior
    /// It does not answer to the recovery key in force.
    case notTheRecoveryKey
    /// More devices continued from another RECOVER, or the same number from an earlier one.
    case otherRecovery(Int)
    /// Another key signed the revocation whose nodes it keeps.
    case notTheRevoker(Int)
    /// The key revoked itself, and so keeps no further nodes.
    case revokedItself(Int)
    case revocationWithoutEffect(Int)

    // Of `effective` (section 4).
    /// Another CREATE certifies the id of the task.
    case otherOriginal(Int)
    /// No node that certifies the id of the task counts, although one exists.
    case notTheOwners(Int)
    case unknownCategory
    /// An UNSHARE that it had seen removes its author.
    case removedBefore(by: Int)
    /// An UNSHARE removes its author, and neither has seen the other.
    case removed(by: Int)
    /// The task was closed before it, and its author may not do this.
    case notGranted(needed: Need)
    /// A witness closed the task: no witness has seen the node, and it has seen none.
    case unseen(by: Int)
    /// Only the owner may do this with what is not shared.
    case ownerOnly

    // Of `organisation` (section 2).
    case nothingMade
    case otherTask(maker: Int)
    case madeAlready(by: Int)
    case madeLater(by: Int)
    case endsBeforeStart(Int)
    case endedAlready(by: Int)
    case notTheMakers(Int)

    // Of `rooms` (section 5).
    case room(RoomFault)

    /// The permission that an author would need.
    package enum Need: Equatable, Sendable { case write, admin, anyPermission }

    package var code: ErrorCode {
        switch self {
        case .malformed, .endsBeforeStart: .schemaMismatch
        case .unsigned: .invalidSignature
        case .cutOff: .keyRevoked
        case .belongsAlready: .personConflict
        case .unknownPerson, .unknownRevocation, .unknownCategory, .nothingMade, .otherTask,
            .madeLater:
            .invalidReference
        case .otherOriginal, .notTheOwners, .madeAlready, .endedAlready: .duplicateCreate
        case .notLetIn, .notADevice, .notJoined, .notSenior, .notTheRecoveryKey, .otherRecovery,
            .notTheRevoker, .revokedItself, .revocationWithoutEffect, .removedBefore, .removed,
            .notGranted, .unseen, .ownerOnly, .notTheMakers:
            .permissionDenied
        case .room(let fault): fault.code
        }
    }

    /// Whether it is a rule of the family `people`.
    var isOfPeople: Bool {
        switch self {
        case .cutOff, .belongsAlready, .unknownPerson, .unknownRevocation, .notLetIn, .notADevice,
            .notJoined, .notSenior, .notTheRecoveryKey, .otherRecovery, .notTheRevoker,
            .revokedItself, .revocationWithoutEffect:
            true
        default: false
        }
    }

    /// The rule in words.
    ///
    /// - Parameter describe: names a node, such as "UNSHARE 3f2a…".
    package func sentence(_ describe: (_ number: Int) -> String) -> String {
        switch self {
        case .malformed(let mistake): mistake
        case .unsigned: "it needs a key and a signature"
        case .cutOff(let other):
            "its key was revoked by \(describe(other)), which does not keep this"
        case .belongsAlready(let other): "its key belongs to a person since \(describe(other))"
        case .unknownPerson: "no CREATE_PERSON that it has seen made the person that it names"
        case .unknownRevocation: "it has not seen the revocation that it names"
        case .notLetIn: "no valid node that it has seen lets its key join the person"
        case .notADevice: "its key is not a device of the person"
        case .notJoined: "the key that it revokes had not joined the person"
        case .notSenior:
            "only the device itself, or one that let it in, directly or through others, may revoke it"
        case .notTheRecoveryKey: "its key is not the recovery key of the person"
        case .otherRecovery(let other): "the devices have gone on from \(describe(other))"
        case .notTheRevoker(let other): "another key signed \(describe(other))"
        case .revokedItself(let other): "its key revoked itself in \(describe(other))"
        case .revocationWithoutEffect(let other): "\(describe(other)) does not count"
        case .otherOriginal(let other): "\(describe(other)) certifies the id of the task"
        case .notTheOwners(let other):
            "\(describe(other)) certifies the id of the task, although it is revoked"
        case .unknownCategory: "nothing before it made the category"
        case .removedBefore(let other): "removed by \(describe(other)), which this had seen"
        case .removed(let other): "removed by \(describe(other)), which had not seen this"
        case .notGranted(.write): "its author has not been given write or admin"
        case .notGranted(.admin): "its author has not been given admin"
        case .notGranted(.anyPermission):
            "its author has not been given admin, and is not removed by it"
        case .unseen(let other):
            "\(describe(other)) closed the task, and no one who may share it had seen this"
        case .ownerOnly: "only the owner may do this"
        case .nothingMade: "nothing made what it names"
        case .otherTask(let other): "\(describe(other)) made what it names in another task"
        case .madeAlready(let other): "\(describe(other)) made it"
        case .madeLater(let other): "\(describe(other)), which made what it names, comes later"
        case .endsBeforeStart(let other): "it ends before \(describe(other)) began"
        case .endedAlready(let other): "\(describe(other)) ended the interval"
        case .notTheMakers(let other): "another author made what it names, in \(describe(other))"
        case .room(let fault): fault.sentence(describe)
        }
    }
}
