import RedoJSON

/// An error of JSON-RPC: the message cannot be answered with a result.
package struct RPCError: Error, Equatable, Sendable {
    package enum Code: Int, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParameters = -32602
        case internalError = -32603
        /// In the revisions with a handshake; later ones say that the parameters are invalid.
        case resourceNotFound = -32002
        /// The revision of a request is not one of the server's.
        case unsupportedRevision = -32022
    }

    package let code: Code
    /// One sentence without a full stop.
    package let message: String
    package let data: JSONValue?

    package init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    var json: JSONValue {
        var members = [
            JSONMember("code", .number(Double(code.rawValue))),
            JSONMember("message", .string(JSONString(message))),
        ]
        if let data { members.append(JSONMember("data", data)) }
        return .object(members)
    }
}
