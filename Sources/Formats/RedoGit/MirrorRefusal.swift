import RedoModel
import RedoSystem

/// A refused part of a git repository, with the reason.
package struct MirrorRefusal: Error, Sendable {
    /// Its location: the name of a commit, or of a reference.
    package let location: String
    /// The node of a commit; nil if it is unknown.
    package let nodeID: NodeID?
    /// A code of the protocol, sections 4 and 11.
    package let code: ErrorCode
    package let detail: String

    private init(location: String, nodeID: NodeID?, code: ErrorCode, detail: String) {
        self.location = location
        self.nodeID = nodeID
        self.code = code
        self.detail = detail
    }

    package init(_ commit: GitObjectID, _ code: ErrorCode, _ detail: String, nodeID: NodeID? = nil)
    {
        self.init(
            location: commit.description, nodeID: nodeID, code: code, detail: detail)
    }

    package init(_ commit: GitObjectID, _ rejection: Rejection) {
        self.init(commit, rejection.code, rejection.detail, nodeID: rejection.id)
    }

    /// A commit that cannot be read, or a part of which is unreadable.
    init(damaged commit: GitObjectID, _ detail: String) {
        self.init(
            location: commit.description, nodeID: nil, code: ErrorCode.corrupted,
            detail: detail)
    }

    /// A reference whose objects could not be fetched.
    package init(reference name: String, _ error: RedoError) {
        self.init(
            location: name, nodeID: nil, code: error.code,
            detail: "it cannot be fetched: \(error.message)")
    }

    init(_ reference: ReferenceList.Damage) {
        self.init(
            location: reference.name, nodeID: nil, code: ErrorCode.corrupted,
            detail: "the reference cannot be followed: \(reference.reason)")
    }
}
