import RedoCrypto
import RedoJSON

/// A node's canonical body, and where the two members go that the body leaves out.
///
/// ```
/// {"action":…,"author":…,"data":…, "parents":…, "taskId":…,"timestamp":…,"version":1}
///                                 ↑            ↑
///                          idOffset            signatureOffset
/// ```
package struct NodeEncoding: Sendable {
    /// RFC 8785 bytes of the node without id, signature and replica metadata: what is hashed and
    /// signed.
    package let body: [UInt8]
    private let idOffset: Int
    private let signatureOffset: Int

    /// Writes a body from its members.
    ///
    /// The names are written in their sorted order, so nothing needs sorting.
    init(
        action: JSONElement, author: JSONElement, data: JSONElement, parents: JSONElement,
        taskID: JSONElement?, timestamp: JSONElement, version: JSONElement
    ) {
        var body: [UInt8] = []
        body.reserveCapacity(512)
        body.append(contentsOf: "{\"action\":".utf8)
        CanonicalJSON.append(action, to: &body)
        body.append(contentsOf: ",\"author\":".utf8)
        CanonicalJSON.append(author, to: &body)
        body.append(contentsOf: ",\"data\":".utf8)
        CanonicalJSON.append(data, to: &body)
        body.append(UInt8(ascii: ","))
        idOffset = body.count
        body.append(contentsOf: "\"parents\":".utf8)
        CanonicalJSON.append(parents, to: &body)
        body.append(UInt8(ascii: ","))
        signatureOffset = body.count
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
        self.body = body
    }

    /// The body with id and signature: a node as it is stored and sent.
    package func line(id: ChangeID, signature: Signature?) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(lineByteCount(hasSignature: signature != nil))
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
        return line
    }

    package func lineByteCount(hasSignature: Bool) -> Int {
        body.count + 79 + (hasSignature ? 143 : 0)
    }
}
