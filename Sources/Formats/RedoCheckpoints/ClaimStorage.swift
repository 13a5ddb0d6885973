import RedoCrypto
import RedoModel
import RedoSystem

/// What a place shows of the claims of one task.
package struct ClaimPlace: Sendable {
    /// What tells this state from any other; nil if there is nothing.
    package let version: String?
    /// The files, the latest first; nil for one that is not a claim's in form. Not all of a long history.
    package let files: [[UInt8]?]

    package init(version: String?, files: [[UInt8]?]) {
        self.version = version
        self.files = files
    }

    /// How many files are read at most.
    package static let greatestCount = 16
    /// A longer file is not a claim.
    package static let greatestByteCount = 1 << 16
    package static let empty = ClaimPlace(version: nil, files: [])
}

/// A place that keeps claims, and lets one of several who add to it at once win (docs/claims.md).
///
/// It is not trusted: who holds a claim follows from signatures.
package protocol ClaimStorage {
    /// What the claim of a task is called there.
    func name(of task: TaskID) -> String

    /// Whether a key is a member's; nil where the log says so.
    func isMember(_ key: PublicKey) -> Bool?

    /// The names of the claims that are there.
    ///
    /// - Throws: NETWORK_001, NETWORK_002, STORAGE_001 if the place cannot be read.
    mutating func names() throws(RedoError) -> [String]

    /// What is there of a claim.
    ///
    /// - Throws: as ``names()``.
    mutating func read(_ name: String) throws(RedoError) -> ClaimPlace

    /// Adds a file, if the claim stands where it was read.
    ///
    /// - Parameters:
    ///   - place: what was read.
    ///   - time: of the node, which commits are dated with.
    /// - Returns: false if it stands elsewhere: then nothing was changed.
    /// - Throws: STORAGE_003 if the place refuses it; whether it arrived is not known then.
    mutating func put(
        _ file: [UInt8], as name: String, after place: ClaimPlace, time: Instant
    ) throws(RedoError) -> Bool
}

extension ClaimStorage {
    /// The id of the task, as plain remotes have it.
    package func name(of task: TaskID) -> String { task.description }

    package func isMember(_ key: PublicKey) -> Bool? { nil }
}
