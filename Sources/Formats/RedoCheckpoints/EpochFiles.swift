import RedoCrypto

/// The limits of one reading of the epoch files of a remote.
///
/// Anyone who can write to a remote can put any number of files there. What a reading does not get to waits for the next one,
/// so they delay readers, and keep no one out.
package enum EpochFiles {
    /// A file of 4,096 boxes, as many members, and a past of 16,384 epochs has fewer bytes.
    package static let greatestByteCount = 8 << 20
    /// How many bytes of files that are not kept here are read.
    package static let byteLimit = 64 << 20
    /// How many such files are read.
    package static let fileLimit = 16_384
    /// How many boxes are tried: half a second of work for a key in this process.
    package static let boxLimit = 8192
}

/// The epoch files that a remote has.
package struct EpochListing: Sendable {
    /// The names of files, each the digest of the bytes if the file is what its name says.
    package var names: Set<Digest>
    /// Whether the remote has no others.
    package var isWhole: Bool

    package init(_ names: Set<Digest> = [], isWhole: Bool = true) {
        self.names = names
        self.isWhole = isWhole
    }
}
