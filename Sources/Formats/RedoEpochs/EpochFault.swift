import RedoModel

/// Why bytes are not an epoch that can be used, whoever its members are. No text has a key in it.
package enum EpochFault: Error, Equatable, Sendable {
    /// The file has no commitment, boxes and body in the sizes that they have.
    case malformedFile
    /// The key is not the one that the file commits to.
    case otherKey
    /// The body is not sealed as it should be.
    case sealedBody(SealFault)
    /// The body is not the canonical text of one, from a byte on.
    case malformedBody(offset: Int)
    /// The body says something that contradicts itself.
    case inconsistentBody(Inconsistency)
    /// The body was made for another commitment, or other boxes.
    case otherBoxes
    case invalidSignature

    package enum Inconsistency: Equatable, Sendable {
        /// A list that is sorted is not, or has something twice.
        case order
        /// A parent is not in the past, the past has no parent, or the epoch itself.
        case past
        /// The past has two keys for one id.
        case keys
        /// A principal, or a key of a member, is there twice; or a member has no key.
        case members
        /// A box key of a member is of small order: nothing can be sealed to it, so the list could never be used again.
        case boxKey(of: Principal)
        /// More than ``EpochBody/greatestEntryCount`` keys, or ``EpochBody/greatestPastCount`` epochs.
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
