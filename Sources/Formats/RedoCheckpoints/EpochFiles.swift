import RedoCrypto

/// The limits of one reading of the epoch files of a remote.
///
/// Anyone who can write to a remote can put any number of files there. Files beyond the limits wait for the next
/// reading, so they delay readers, and exclude no one.
package enum EpochFiles {
    /// The maximum size of a file: one of 4,096 boxes, as many members, and a past of 16,384 epochs is smaller.
    package static let maximumByteCount = 8 << 20
    /// The maximum size of all files that are read and not stored here.
    package static let byteLimit = 64 << 20
    /// The maximum number of such files.
    package static let fileLimit = 16_384
    /// The maximum number of boxes that are tried: half a second of work for a key in this process.
    package static let boxLimit = 8192
}

/// The names of the epoch files of a remote.
package struct EpochListing: Sendable {
    /// The names of files: the digests of their bytes, unless a file is damaged.
    package var names: Set<Digest>
    /// Whether the listing is complete.
    package var isWhole: Bool

    package init(_ names: Set<Digest> = [], isWhole: Bool = true) {
        self.names = names
        self.isWhole = isWhole
    }
}
