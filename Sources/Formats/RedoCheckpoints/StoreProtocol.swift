import RedoSystem

/// The protocol between redo and a store helper, over the helper's standard input and output (docs/store-helpers.md).
///
/// ```
/// helper → redo-store 1
/// redo   → open 29                      the address, and this many bytes of it
/// helper → ok
/// redo   → list slots/                  helper → file NAME SIZE, a line each, then end
/// redo   → get NAME LIMIT               helper → content SIZE and the bytes, or absent
/// redo   → put NAME SIZE and the bytes  helper → ok, or exists
/// redo   → delete NAME                  helper → ok
///                                       helper → error WORD SIZE and a text, to any of them
/// ```
///
/// A line ends with a line feed. Bytes that a line announces follow it at once.
package enum StoreProtocol {
    /// The first line of a helper.
    package static let title = "redo-store 1"
    /// The maximum length of a line in bytes, without its line feed.
    package static let maximumLineByteCount = 512
    /// The maximum size of an address, and of the text of an error, in bytes.
    package static let maximumTextByteCount = 4096
    /// The maximum number of files in a listing.
    package static let maximumFileCount = 1_000_000
    /// The maximum size of a file in bytes.
    package static let maximumFileByteCount = 1 << 30

    /// The reasons why a helper could not perform a request: the one table of the words.
    package enum Fault: String, CaseIterable, Sendable {
        /// The store cannot be reached, or its answers are invalid.
        case offline
        /// The store denies access to this user.
        case denied
        /// There is no store at the address.
        case missing
        /// The store refuses the file.
        case refused
        /// A file exceeds the maximum size.
        case long
        /// Anything else.
        case failed

        /// The code of the error that people see.
        package var code: ErrorCode {
            switch self {
            case .offline, .failed: .unreachable
            case .denied: .unauthenticated
            case .missing: .notFound
            case .refused: .writeFailed
            case .long: .corrupted
            }
        }

        /// The word for an error, as the server of a helper sends it.
        init(_ code: ErrorCode) {
            self =
                switch code {
                case .unreachable: .offline
                case .unauthenticated: .denied
                case .notFound: .missing
                case .writeFailed: .refused
                case .corrupted: .long
                default: .failed
                }
        }
    }

    /// A number of bytes: decimal digits without a sign or a leading zero.
    static func count(_ text: some StringProtocol, limit: Int) -> Int? {
        guard (1...19).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            text == "0" || text.utf8.first != UInt8(ascii: "0"), let count = Int(text),
            count <= limit
        else { return nil }
        return count
    }
}
