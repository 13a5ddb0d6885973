import RedoJSON
import RedoSystem

extension Payload {
    /// What a canonical line says that a checksum has vouched for; see ``Node/init(_:text:line:)``.
    package init?(_ facts: LineFacts, text: Span<UInt8>, line: Range<Int>) {
        guard let payload = LineLayout(facts, line: line).payload(facts, in: text) else {
            return nil
        }
        self = payload
    }
}

/// Where the members of a canonical line are.
///
/// Canonical members stand in one order and the known ones have known lengths, so the data is found
/// without looking for it.
///
/// ```
/// {"action":"…","author":{…},"data":{…},"id":"…","parents":[…],"signature":"…","taskId":"…",
///  "timestamp":{"lamport":…,"wall":"…"},"version":1}
/// ```
struct LineLayout {
    private let line: Range<Int>
    private let data: Range<Int>
    let id: Range<Int>
    let signature: Range<Int>

    private static let beforeData: StaticString = ",\"data\":"
    private static let afterData: StaticString = ",\"id\":\"sha256:"

    init(_ facts: LineFacts, line: Range<Int>) {
        self.line = line
        // From the end: `"timestamp":{"lamport":`, `,"wall":"…"},"version":1}`.
        var end = line.upperBound - 23 - digitCount(of: facts.lamport) - 48
        // `"taskId":"…",`
        if facts.hasTask { end -= 48 }
        let signatureCount = facts.isSigned ? NodeEncoding.signatureByteCount : 0
        signature = end - signatureCount..<end
        // `"parents":[…],`: an id in quotes has 73 bytes, with a comma before all but the first.
        let parentsCount = 13 + max(0, facts.parentCount * 74 - 1)
        let idEnd = signature.lowerBound - parentsCount
        id = idEnd - NodeEncoding.idByteCount..<idEnd
        // `{"action":"…","author":`, `,"data":`
        let start =
            line.lowerBound + 11 + facts.action.nameByteCount + 11
            + facts.authorByteCount + Self.beforeData.utf8CodeUnitCount
        data = start..<max(start, id.lowerBound - 1)
    }

    /// What the node says; nil where the line is not laid out so, or has to be read in full.
    func payload(_ facts: LineFacts, in text: Span<UInt8>) -> Payload? {
        // The rules of a merge are many, and read where they are checked.
        if facts.action == .merge, facts.dialect == .payload { return nil }
        guard let data = data(in: text), hasID(facts.id, in: text),
            let document = try? JSONDocument(text.extracting(data).array),
            let fields = document.root[facts.dialect == .payload ? "payload" : "fields"]
        else { return nil }
        return Payload(facts.action, facts.dialect, fields, nil, id: facts.id)
    }

    /// Where the data is, if it is where it should be.
    private func data(in text: Span<UInt8>) -> Range<Int>? {
        guard line.lowerBound >= 0, line.upperBound <= text.count, data.upperBound < id.upperBound,
            id.lowerBound - 1 == data.upperBound,
            has(Self.beforeData, in: text, at: data.lowerBound - Self.beforeData.utf8CodeUnitCount),
            has(Self.afterData, in: text, at: data.upperBound)
        else { return nil }
        return data
    }

    /// Whether the line is that of a node: an index can be wrong about where a line is.
    private func hasID(_ id: NodeID, in text: Span<UInt8>) -> Bool {
        // After `"id":"sha256:`.
        id.digest.isWritten(in: text, at: self.id.lowerBound + 13)
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
