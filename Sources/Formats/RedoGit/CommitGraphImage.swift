import RedoCrypto

/// A commit-graph file that declares commits to have no parents (gitformat-commit-graph(5)).
///
/// ```
/// CGPH · version 1 · SHA-1 · 3 chunks · no other file
/// OIDF, OIDL, CDAT, the end: where each chunk begins
/// OIDF  256 numbers: how many commits have at most this first byte
/// OIDL  the commits, ascending
/// CDAT  of each: the tree, twice that there is no parent, generation and date
/// SHA-1 of all before it
/// ```
struct CommitGraphImage {
    /// A commit whose parents are missing.
    struct Commit {
        let id: GitObjectID
        let tree: GitObjectID
        /// The date, in seconds since 1970.
        let seconds: Int64
    }

    let bytes: [UInt8]

    private static let chunkCount: UInt8 = 3
    private static let noParent: UInt32 = 0x7000_0000
    /// Dates have 34 bits; the generation is in the higher bits.
    private static let dateBits: UInt64 = 34

    /// - Parameter commits: the commits, without duplicates.
    init(_ commits: [Commit]) {
        let commits = commits.sorted { $0.id < $1.id }
        var fanout: [UInt8] = []
        var next = 0
        for byte in UInt8.min...UInt8.max {
            while next < commits.count, commits[next].id.firstByte <= byte { next += 1 }
            Self.append(UInt32(next), to: &fanout)
        }
        var ids: [UInt8] = []
        var data: [UInt8] = []
        for commit in commits {
            commit.id.append(to: &ids)
            commit.tree.append(to: &data)
            for _ in 0..<2 { Self.append(Self.noParent, to: &data) }
            let date = UInt64(max(0, commit.seconds)) & (1 << Self.dateBits - 1)
            Self.append(1 << Self.dateBits | date, to: &data)
        }
        var bytes = Array("CGPH".utf8) + [1, 1, Self.chunkCount, 0]
        var offset = UInt64(bytes.count + (Int(Self.chunkCount) + 1) * 12)
        for (name, chunk) in [("OIDF", fanout), ("OIDL", ids), ("CDAT", data)] {
            bytes += name.utf8
            Self.append(offset, to: &bytes)
            offset += UInt64(chunk.count)
        }
        Self.append(UInt32(0), to: &bytes)
        Self.append(offset, to: &bytes)
        bytes += fanout + ids + data
        var sha1 = SHA1()
        sha1.update(bytes.span)
        let digest = sha1.digest()
        for index in digest.indices { bytes.append(digest[index]) }
        self.bytes = bytes
    }

    /// Appends a number in big-endian order.
    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
