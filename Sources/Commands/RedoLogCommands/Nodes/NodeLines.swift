import RedoCommandLine
import RedoModel
import RedoSystem

/// Lines that each hold a node.
extension InputLines {
    /// The maximum size in bytes of a line that is read as a node. A node of the maximum size, with each character
    /// written as an escape of six and as much white space again, is shorter.
    static let maximumNodeByteCount = 1 << 24

    /// The next line, or why it cannot be a node; nil at the end.
    mutating func nextNode() throws(RedoError) -> Result<[UInt8], Rejection>? {
        switch try next() {
        case .bytes(let bytes): .success(bytes)
        case .tooLong(let count):
            .failure(Rejection(.payloadTooLarge, "a line of \(count) bytes is not a node"))
        case nil: nil
        }
    }

    /// The next lines; none at the end.
    mutating func nextNodes(
        atMost count: Int
    ) throws(RedoError) -> [Result<[UInt8], Rejection>] {
        var group: [Result<[UInt8], Rejection>] = []
        while group.count < count, let line = try nextNode() { group.append(line) }
        return group
    }
}
