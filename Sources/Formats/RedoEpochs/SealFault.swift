/// The reason why a content is not sealed, or a file not opened.
package enum SealFault: Error, Equatable, Sendable {
    /// The content, or the file, has more bytes than readers accept.
    case tooLarge
    /// The file does not begin like a sealed one.
    case notSealed
    /// Its header names another epoch.
    case otherEpoch(EpochID)
    /// Its header names another kind of content.
    case otherKind
    /// No content has a file of this size: it was shortened or extended.
    case wrongSize
    /// A chunk, counted from 0, does not open with the key: it was changed, moved or shortened.
    case notAuthentic(chunk: Int)
    /// The salt does not match the plaintext.
    case wrongSalt
    /// The length of the content does not match the padded size.
    case wrongLength
    /// The padding has bytes other than zero.
    case wrongPadding
}

extension SealFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge: "it is larger than \(Seal.maximumFileByteCount >> 20) MiB"
        case .notSealed: "it is not a sealed file"
        case .otherEpoch(let id): "it is sealed for the epoch \(id)"
        case .otherKind: "it is a sealed file of another kind"
        case .wrongSize: "its size is not that of a sealed file"
        case .notAuthentic(let chunk): "the key of the epoch does not open chunk \(chunk)"
        case .wrongSalt: "its salt is not that of its content"
        case .wrongLength: "the length of its content does not fit its size"
        case .wrongPadding: "its padding is not empty"
        }
    }
}
