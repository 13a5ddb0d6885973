import RedoModel
import RedoSystem

/// Something in a git repository that is not taken in, and why.
package struct MirrorRefusal: Error, Sendable {
    /// Where it is: a commit's name, or a reference's.
    package let place: String
    /// The node that a commit is about, where that can be told.
    package let nodeID: NodeID?
    /// Of the protocol, sections 4 and 11.
    package let code: ErrorCode
    package let detail: String

    private init(place: String, nodeID: NodeID?, code: ErrorCode, detail: String) {
        self.place = place
        self.nodeID = nodeID
        self.code = code
        self.detail = detail
    }

    package init(_ commit: GitObjectID, _ code: ErrorCode, _ detail: String, nodeID: NodeID? = nil)
    {
        self.init(
            place: commit.description, nodeID: nodeID, code: code, detail: detail)
    }

    package init(_ commit: GitObjectID, _ rejection: Rejection) {
        self.init(commit, rejection.code, rejection.detail, nodeID: rejection.id)
    }

    /// A commit that cannot be read, or of which something cannot be.
    init(damaged commit: GitObjectID, _ detail: String) {
        self.init(
            place: commit.description, nodeID: nil, code: ErrorCode.corrupted,
            detail: detail)
    }

    /// A reference whose objects could not be had.
    package init(reference name: String, _ error: RedoError) {
        self.init(
            place: name, nodeID: nil, code: error.code,
            detail: "it cannot be fetched: \(error.message)")
    }

    init(_ reference: ReferenceList.Damage) {
        self.init(
            place: reference.name, nodeID: nil, code: ErrorCode.corrupted,
            detail: "the reference cannot be followed: \(reference.reason)")
    }
}
