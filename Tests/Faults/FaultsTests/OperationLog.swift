import Foundation
import PowerCuts

/// The log of the preloaded library.
///
/// ```
/// 16    8 bytes  number of operations of the wanted kinds
/// 24    8 bytes  end of the records
/// 32    8 bytes  how many failed on purpose
/// 4096  records
/// ```
struct OperationLog {
    private let bytes: [UInt8]

    private static let headerByteCount = 4096
    private static let recordByteCount = 56

    init(_ path: String) throws { bytes = [UInt8](try Data(contentsOf: URL(filePath: path))) }

    /// Makes an empty log in the place of one that is there.
    static func make(_ path: String) throws {
        try Data(count: headerByteCount).write(to: URL(filePath: path))
    }

    /// How many operations of the wanted kinds there were.
    var countedCount: Int { number64(at: 16) }

    var failedCount: Int { number64(at: 32) }

    var operations: [FileOperation] {
        var operations: [FileOperation] = []
        var place = Self.headerByteCount
        while place < number64(at: 24) {
            let sizes = (0..<3).map { number32(at: place + 40 + 4 * $0) }
            let texts = place + Self.recordByteCount
            let newPath = texts + sizes[0]
            let data = newPath + sizes[1]
            if let kind = FileOperation.Kind(rawValue: UInt32(number32(at: place + 4))) {
                operations.append(
                    FileOperation(
                        kind: kind, errno: Int32(truncatingIfNeeded: number32(at: place + 12)),
                        inode: UInt64(number64(at: place + 16)), offset: number64(at: place + 24),
                        count: number64(at: place + 32),
                        path: String(decoding: bytes[texts..<newPath], as: UTF8.self),
                        newPath: String(decoding: bytes[newPath..<data], as: UTF8.self),
                        data: Array(bytes[data..<data + sizes[2]])))
            }
            place += number32(at: place)
        }
        return operations
    }

    /// How many operations of each kind there were.
    var counts: [FileOperation.Kind: Int] {
        operations.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    }

    private func number32(at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    private func number64(at place: Int) -> Int {
        (0..<8).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
