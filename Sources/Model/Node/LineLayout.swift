import RedoCrypto
import RedoJSON
import RedoSystem

/// The offsets of the members of a canonical line.
///
/// Canonical members have a fixed order, and those other than the data have known lengths, so the data is found without
/// a search.
///
/// ```
/// {"action":"…","author":{…},"data":{…},"id":"…","parents":[…],"signature":"…","taskId":"…",
///  "timestamp":{"lamport":…,"wall":"…"},"version":1}
/// ```
package struct LineLayout {
    package let id: NodeID
    package let action: Action
    private let dialect: Dialect
    let line: Range<Int>
    private let data: Range<Int>
    let idRange: Range<Int>
    let signatureRange: Range<Int>

    private static let beforeData: StaticString = ",\"data\":"
    private static let afterData: StaticString = ",\"id\":\"sha256:"

    /// - Parameters:
    ///   - authorByteCount: the size of the author's canonical bytes.
    ///   - line: the range of the node's line, without its line feed.
    package init(
        id: NodeID, action: Action, dialect: Dialect, authorByteCount: Int, parentCount: Int,
        lamport: Int, hasTask: Bool, isSigned: Bool, line: Range<Int>
    ) {
        self.id = id
        self.action = action
        self.dialect = dialect
        self.line = line
        // From the end: `"timestamp":{"lamport":`, `,"wall":"…"},"version":1}`.
        var end = line.upperBound - 23 - digitCount(of: lamport) - 48
        // `"taskId":"…",`
        if hasTask { end -= 48 }
        let signatureCount = isSigned ? NodeEncoding.signatureByteCount : 0
        signatureRange = end - signatureCount..<end
        // `"parents":[…],`: an id in quotes has 73 bytes, with a comma before all but the first.
        let parentsCount = 13 + max(0, parentCount * 74 - 1)
        let idEnd = signatureRange.lowerBound - parentsCount
        idRange = idEnd - NodeEncoding.idByteCount..<idEnd
        // `{"action":"…","author":`, `,"data":`
        let start =
            line.lowerBound + 11 + action.nameByteCount + 11
            + authorByteCount + Self.beforeData.utf8CodeUnitCount
        data = start..<max(start, idRange.lowerBound - 1)
    }

    /// The content of the node; nil if the line has another layout, or must be read in full.
    package func payload(in text: Span<UInt8>) -> Payload? {
        // The rules of a merge are many, and are read where they are checked.
        if action.isDecision(dialect) { return nil }
        guard let data = data(in: text), hasID(in: text),
            let document = try? JSONDocument(text.extracting(data).array),
            let fields = document.root[dialect == .payload ? "payload" : "fields"]
        else { return nil }
        return Payload(
            action, NodeData(id: id, dialect: dialect, fields: fields, decision: nil))
    }

    /// The range of the data; nil if it is not as expected.
    private func data(in text: Span<UInt8>) -> Range<Int>? {
        guard line.lowerBound >= 0, line.upperBound <= text.count,
            data.upperBound < idRange.upperBound,
            idRange.lowerBound - 1 == data.upperBound,
            has(Self.beforeData, in: text, at: data.lowerBound - Self.beforeData.utf8CodeUnitCount),
            has(Self.afterData, in: text, at: data.upperBound)
        else { return nil }
        return data
    }

    /// Whether the line belongs to the node: an index can be wrong about the offset of a line.
    private func hasID(in text: Span<UInt8>) -> Bool {
        // After `"id":"sha256:`.
        id.digest.isWritten(in: text, at: idRange.lowerBound + 13)
    }

    private func has(_ part: StaticString, in text: Span<UInt8>, at start: Int) -> Bool {
        let end = start + part.utf8CodeUnitCount
        guard start >= line.lowerBound, end <= line.upperBound else { return false }
        return text.extracting(start..<end).isEqual(to: part)
    }
}

private func digitCount(of number: Int) -> Int {
    var count = 1
    var rest = number / 10
    while rest > 0 {
        count += 1
        rest /= 10
    }
    return count
}
