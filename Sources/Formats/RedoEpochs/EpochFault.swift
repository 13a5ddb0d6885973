import RedoModel

/// The reason why bytes are not a usable epoch, whoever its members are. No text contains a key.
package enum EpochFault: Error, Equatable, Sendable {
    /// The file does not consist of a commitment, boxes and a body in their sizes.
    case malformedFile
    /// The key is not the one that the file commits to.
    case otherKey
    /// The sealed body cannot be opened.
    case sealedBody(SealFault)
    /// The body is not canonical text, from a byte offset on.
    case malformedBody(offset: Int)
    /// The body contradicts itself.
    case inconsistentBody(Inconsistency)
    /// The body was made for another commitment, or other boxes.
    case otherBoxes
    case invalidSignature

    package enum Inconsistency: Equatable, Sendable {
        /// A list is not sorted, or has duplicates.
        case order
        /// A parent is not in the past, the past lacks a parent, or it has the epoch itself.
        case past
        /// The past has two keys for one id.
        case keys
        /// A principal, or a key of a member, appears twice; or a member has no key.
        case members
        /// A box key of a member is of small order: nothing can be sealed to it, so the list could never be used again.
        case boxKey(of: Principal)
        /// More than ``EpochBody/maximumEntryCount`` keys, or ``EpochBody/maximumPastCount`` epochs.
        case size
    }
}

extension EpochFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformedFile: "it is not the file of an epoch"
        case .otherKey: "the key is not that of the epoch"
        case .sealedBody(let fault): "its body cannot be opened: \(fault)"
        case .malformedBody(let offset): "its body is malformed at byte \(offset)"
        case .inconsistentBody(.order): "a list in its body is not sorted"
        case .inconsistentBody(.past): "its parents do not fit its past"
        case .inconsistentBody(.keys): "its past has two keys for one epoch"
        case .inconsistentBody(.members): "a member is listed twice, or without a key"
        case .inconsistentBody(.boxKey(let principal)):
            "nothing can be sealed to a box key of \(principal): it is of small order"
        case .inconsistentBody(.size): "its body lists too much"
        case .otherBoxes: "its body was made for another epoch"
        case .invalidSignature: "its signature is not valid"
        }
    }
}
