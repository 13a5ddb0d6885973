import RedoCrypto
import RedoModel
import RedoSystem

/// The state of the claims of one task, as it was read.
package struct ClaimState: Sendable {
    /// Distinguishes this state from any other; nil if there is no file.
    package let version: String?
    /// The files, the latest first; nil for one that does not have the form of a claim. A long history is incomplete.
    package let files: [[UInt8]?]

    package init(version: String?, files: [[UInt8]?]) {
        self.version = version
        self.files = files
    }

    /// The maximum number of files that are read.
    package static let maximumCount = 16
    /// The maximum size of a claim's file.
    package static let maximumByteCount = 1 << 16
    package static let empty = ClaimState(version: nil, files: [])
}

/// A storage of claims, in which one of several concurrent writers wins (docs/claims.md).
///
/// It is not trusted: signatures determine who holds a claim.
package protocol ClaimStorage {
    /// The name of a task's claim in this storage.
    func name(of task: TaskID) -> String

    /// Whether a key is a member's; nil if the log determines that.
    func isMember(_ key: PublicKey) -> Bool?

    /// The names of the existing claims.
    ///
    /// - Throws: NETWORK_001, NETWORK_002, STORAGE_001 if the storage cannot be read.
    mutating func names() throws(RedoError) -> [String]

    /// Reads the state of a claim.
    ///
    /// - Throws: as ``names()``.
    mutating func read(_ name: String) throws(RedoError) -> ClaimState

    /// Adds a file, if the claim is still in the state that was read.
    ///
    /// - Parameters:
    ///   - state: the state that was read.
    ///   - time: the time of the node, which becomes the date of commits.
    /// - Returns: false if the state has changed: then nothing was written.
    /// - Throws: STORAGE_003 if the storage refuses it; then it is unknown whether the file arrived.
    mutating func put(
        _ file: [UInt8], as name: String, after state: ClaimState, time: Instant
    ) throws(RedoError) -> Bool
}

extension ClaimStorage {
    /// The id of the task, which is the name on plain remotes.
    package func name(of task: TaskID) -> String { task.description }

    package func isMember(_ key: PublicKey) -> Bool? { nil }
}
