/// The output of `redo-http` for a complete answer of any status: lines of a name and a value, an empty line, and the
/// body.
///
/// ```
/// status=200
/// type=text/plain;charset=utf-8    may be missing
///
/// the body
/// ```
package struct HTTPReply: Equatable, Sendable {
    package let status: Int
    /// The type as the server has sent it, without spaces; nil if it sent none.
    package let contentType: String?
    package let body: [UInt8]

    package init(status: Int, contentType: String?, body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    package var bytes: [UInt8] {
        var head = "status=\(status)\n"
        if let contentType { head += "type=\(contentType)\n" }
        return Array((head + "\n").utf8) + body
    }

    /// Parses the format of ``bytes``; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        guard let (lines, body) = HTTPRequest.divided(bytes),
            let status = lines.first(where: { $0.name == "status" }).flatMap({ Int($0.value) })
        else { return nil }
        self.init(
            status: status, contentType: lines.first { $0.name == "type" }?.value, body: body)
    }
}
