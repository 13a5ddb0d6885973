import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// The faults of the record of a replica, read strictly. ``ReplicaRecord`` itself reads what is valid in any record.
extension ReplicaRecord {
    /// The fault of the bytes of `state`; nil if there is none.
    package static func fault(in bytes: [UInt8]) -> String? {
        guard let state = (try? JSONDocument(bytes))?.root.value else { return "it is not JSON" }
        guard CanonicalJSON.bytes(state) + [lineFeed] == bytes else {
            return "it is not canonical JSON and a line feed"
        }
        guard state["replica"]?.string != nil, state["place"].flatMap({ FetchCursor($0) }) != nil
        else { return "it is not the record of a replica" }
        if let source = state["source"], source.string.flatMap({ isDigest($0) }) != true {
            return "its 'source' is not sound"
        }
        return nil
    }

    /// A fault of a list of nodes, with its offset.
    package enum ListFault: Sendable, Equatable {
        /// A line that ends too early, which a power failure leaves, even if another line was appended to it.
        case cutOff(Int)
        case damaged(Int)
    }

    /// The first fault of the bytes of a list of nodes; nil if there is none. A damaged line is reported before a
    /// truncated one.
    ///
    /// - Complexity: O(n).
    package static func fault(inList bytes: [UInt8]) -> ListFault? {
        // Ids may have been appended to a file that a power failure has emptied.
        let hasStart = bytes.starts(with: listStart)
        var cutOff = hasStart ? nil : 0
        var start = hasStart ? listStart.count : 0
        if listStart.starts(with: bytes) { return hasStart ? nil : .cutOff(0) }
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: lineFeed) ?? bytes.count
            let line = bytes[start..<end]
            if !isID(line) || end == bytes.count {
                guard isCutOff(line) else { return .damaged(start) }
                cutOff = cutOff ?? start
            }
            start = end + 1
        }
        return cutOff.map { .cutOff($0) }
    }

    /// Whether a line is the beginning of an id, alone or followed by another id.
    private static func isCutOff(_ line: ArraySlice<UInt8>) -> Bool {
        let hasID = isID(line.suffix(NodeID.textByteCount))
        let text = hasID ? line.dropLast(NodeID.textByteCount) : line
        let prefix = Array("sha256:".utf8)
        return text.count <= NodeID.textByteCount
            && (prefix.starts(with: text) || listStart.starts(with: text)
                || text.starts(with: prefix)
                    && text.dropFirst(prefix.count).allSatisfy { lowercaseHexValue($0) != nil })
    }

    private static func isID(_ line: ArraySlice<UInt8>) -> Bool { NodeID(text: line.span) != nil }

    private static func isDigest(_ text: JSONString) -> Bool {
        let digits = Array(text.description.utf8)
        return digits.count == 64 && digits.allSatisfy { lowercaseHexValue($0) != nil }
    }

    private static let lineFeed = UInt8(ascii: "\n")
}
