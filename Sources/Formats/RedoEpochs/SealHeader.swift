import RedoCrypto
import RedoJSON
import RedoSystem

/// The first 80 bytes of a sealed file, with which a reader finds the key.
package struct SealHeader: Sendable {
    static let byteCount = 80
    private static let magic = Array("RedoSea1".utf8)
    private static let saltByteCount = 32

    package let epoch: EpochID
    /// 8 bytes: ``SealKind/bytes``, or others in a file of a later version.
    let kind: [UInt8]
    let salt: [UInt8]

    init(epoch: EpochID, kind: SealKind, salt: [UInt8]) {
        precondition(salt.count == Self.saltByteCount)
        self.epoch = epoch
        self.kind = kind.bytes
        self.salt = salt
    }

    /// Parses the header of a file; nil if the file is not sealed.
    package init?(of file: Span<UInt8>) {
        guard file.count >= Self.byteCount,
            file.extracting(first: Self.magic.count).isEqual(to: Self.magic.span)
        else { return nil }
        epoch = EpochID(Digest(bytes: file.extracting(8..<40)))
        kind = file.extracting(40..<48).array
        salt = file.extracting(48..<80).array
    }

    /// Whether a file begins like a sealed one, whatever follows.
    package static func isAtStart(of file: Span<UInt8>) -> Bool {
        file.count >= magic.count && file.extracting(first: magic.count).isEqual(to: magic.span)
    }

    var bytes: [UInt8] { Self.magic + epoch.digest.bytes + kind + salt }
}
