import RedoCrypto
import RedoJSON

/// A node's canonical body, and the offsets of the two members that the body leaves out.
///
/// ```
/// {"action":…,"author":…,"data":…, "parents":…, "taskId":…,"timestamp":…,"version":1}
///                                 ↑            ↑
///                          idOffset            signatureOffset
/// ```
package struct NodeEncoding: Sendable {
    private let form: Form

    private enum Form: Sendable {
        /// Offsets in the body.
        case body([UInt8], idOffset: Int, signatureOffset: Int)
        /// A stored line with other lines beside it, and the ranges of id and signature in it; the signature's range is
        /// empty if there is none.
        case line([UInt8], line: Range<Int>, id: Range<Int>, signature: Range<Int>)
    }

    /// Bytes of `"id":"…",`.
    static let idByteCount = 79
    /// Bytes of `"signature":"…",`.
    static let signatureByteCount = 143

    /// Creates the encoding of a node that is stored in a text with others.
    ///
    /// - Parameters:
    ///   - line: the range of its canonical bytes.
    ///   - id: the range of the member that the body leaves out, with its comma.
    ///   - signature: the same for the signature; empty if there is none.
    init(text: [UInt8], line: Range<Int>, id: Range<Int>, signature: Range<Int>) {
        form = .line(text, line: line, id: id, signature: signature)
    }

    /// The RFC 8785 bytes of the node without id, signature and replica metadata, which are hashed and signed.
    ///
    /// - Complexity: O(n) for a node in a text with others.
    package var body: [UInt8] {
        switch form {
        case .body(let body, _, _): return body
        case .line(let text, let line, let id, let signature):
            var body = Array(text[line.lowerBound..<id.lowerBound])
            body += text[id.upperBound..<signature.lowerBound]
            body += text[signature.upperBound..<line.upperBound]
            return body
        }
    }

    /// The signature in a stored line.
    var signature: Signature? {
        guard case .line(let text, _, _, let range) = form, !range.isEmpty else { return nil }
        // `"signature":"` before the digits, `",` after them.
        let digits = range.lowerBound + 13..<range.upperBound - 2
        return Signature(hexadecimal: text.span.extracting(digits))
    }

    /// Writes a body from its members.
    ///
    /// The names are written in their sorted order, so nothing needs sorting.
    init(
        action: JSONElement, author: JSONElement, data: JSONElement, parents: JSONElement,
        taskID: JSONElement?, timestamp: JSONElement, version: JSONElement
    ) {
        var body: [UInt8] = []
        // A body is shorter than the text of its node, unless escapes lengthen its strings.
        body.reserveCapacity(action.document.bytes.count)
        body.append(contentsOf: "{\"action\":".utf8)
        CanonicalJSON.append(action, to: &body)
        body.append(contentsOf: ",\"author\":".utf8)
        CanonicalJSON.append(author, to: &body)
        body.append(contentsOf: ",\"data\":".utf8)
        CanonicalJSON.append(data, to: &body)
        body.append(UInt8(ascii: ","))
        let idOffset = body.count
        body.append(contentsOf: "\"parents\":".utf8)
        CanonicalJSON.append(parents, to: &body)
        body.append(UInt8(ascii: ","))
        let signatureOffset = body.count
        if let taskID {
            body.append(contentsOf: "\"taskId\":".utf8)
            CanonicalJSON.append(taskID, to: &body)
            body.append(UInt8(ascii: ","))
        }
        body.append(contentsOf: "\"timestamp\":".utf8)
        CanonicalJSON.append(timestamp, to: &body)
        body.append(contentsOf: ",\"version\":".utf8)
        CanonicalJSON.append(version, to: &body)
        body.append(UInt8(ascii: "}"))
        form = .body(body, idOffset: idOffset, signatureOffset: signatureOffset)
    }

    /// The body with id and signature: the form in which a node is stored and sent.
    package func line(id: NodeID, signature: Signature?) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(lineByteCount(hasSignature: signature != nil))
        appendLine(id: id, signature: signature, to: &line)
        return line
    }

    /// Appends the form in which a node is stored and sent.
    func appendLine(id: NodeID, signature: Signature?, to line: inout [UInt8]) {
        guard case .body(let body, let idOffset, let signatureOffset) = form else {
            if case .line(let text, let range, _, _) = form { line += text[range] }
            return
        }
        line.append(contentsOf: body[..<idOffset])
        line.append(contentsOf: "\"id\":\"".utf8)
        id.append(to: &line)
        line.append(contentsOf: "\",".utf8)
        line.append(contentsOf: body[idOffset..<signatureOffset])
        if let signature {
            line.append(contentsOf: "\"signature\":\"".utf8)
            appendHexadecimal(signature.bytes.span, to: &line)
            line.append(contentsOf: "\",".utf8)
        }
        line.append(contentsOf: body[signatureOffset...])
    }

    /// The size of the canonical line of a node in bytes, without its line feed.
    package func lineByteCount(hasSignature: Bool) -> Int {
        let count =
            switch form {
            case .body(let body, _, _): body.count
            case .line(_, let line, let id, let signature):
                line.count - id.count - signature.count
            }
        return count + Self.idByteCount + (hasSignature ? Self.signatureByteCount : 0)
    }
}
