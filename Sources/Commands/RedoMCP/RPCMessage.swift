import RedoJSON

/// A message of a client, read strictly by JSON-RPC 2.0 as the Model Context Protocol narrows it: one object on a line,
/// ids that are texts or integers, parameters that are an object, and no batches.
package struct RPCMessage: Equatable, Sendable {
    /// The id of a request; the answer repeats it.
    package enum ID: Equatable, Sendable {
        case number(Int)
        case text(JSONString)

        package var json: JSONValue {
            switch self {
            case .number(let number): .number(Double(number))
            case .text(let text): .string(text)
            }
        }
    }

    package enum Kind: Equatable, Sendable {
        /// Expects an answer.
        case request(ID)
        /// Is never answered.
        case notification
        /// Answers a request of the server, which makes none.
        case answer
    }

    package let kind: Kind
    /// Empty for an answer.
    package let method: String
    /// The members of `params`.
    package let parameters: JSONValue

    /// A message that cannot be read: what is wrong, and its id if that could be read.
    package struct Mistake: Error, Equatable, Sendable {
        package let error: RPCError
        package let id: ID?
    }

    /// The maximum size of a message in bytes.
    package static let maximumByteCount = 1 << 20
    /// The maximum length of an id or a method in bytes.
    private static let maximumNameByteCount = 256
    /// The maximum depth of arrays and objects.
    private static let maximumDepth = 32

    /// Reads a line without its end.
    ///
    /// - Throws: ``Mistake``
    package init(reading line: [UInt8]) throws(Mistake) {
        guard line.count <= Self.maximumByteCount else {
            throw Self.invalid("the message has more than \(Self.maximumByteCount) bytes", nil)
        }
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(line, maximumDepth: Self.maximumDepth)
        } catch {
            throw Mistake(error: RPCError(.parseError, "not JSON: \(error.description)"), id: nil)
        }
        let root = document.root
        guard root.kind == .object else {
            throw Self.invalid(
                root.kind == .array
                    ? "a batch: send one message on each line" : "the message is not an object",
                nil)
        }
        let id = Self.id(root["id"])
        guard root["jsonrpc"]?.string == JSONString("2.0") else {
            throw Self.invalid("the member jsonrpc is not \"2.0\"", id)
        }
        if root["method"] == nil, root["result"] != nil || root["error"] != nil {
            self.init(.answer, "", .object([]))
            return
        }
        guard let method = root["method"]?.string?.description,
            (1...Self.maximumNameByteCount).contains(method.utf8.count)
        else { throw Self.invalid("the member method is not a name", id) }
        let parameters = root["params"]
        guard parameters?.kind ?? .object == .object else {
            throw Mistake(
                error: RPCError(.invalidParameters, "the member params is not an object"), id: id)
        }
        guard root["id"] == nil || id != nil else {
            throw Self.invalid("the member id is neither a text nor an integer", nil)
        }
        self.init(
            id.map { .request($0) } ?? .notification, method, parameters?.value ?? .object([]))
    }

    private init(_ kind: Kind, _ method: String, _ parameters: JSONValue) {
        self.kind = kind
        self.method = method
        self.parameters = parameters
    }

    private static func id(_ element: JSONElement?) -> ID? {
        guard let element else { return nil }
        if let text = element.string, text.utf8.count <= maximumNameByteCount { return .text(text) }
        return element.integer.map { .number($0) }
    }

    private static func invalid(_ message: String, _ id: ID?) -> Mistake {
        Mistake(error: RPCError(.invalidRequest, message), id: id)
    }

    // MARK: Answers

    /// The line that answers a request, with its end.
    static func answer(_ id: ID?, _ outcome: Result<JSONValue, RPCError>) -> [UInt8] {
        let member =
            switch outcome {
            case .success(let result): JSONMember("result", result)
            case .failure(let error): JSONMember("error", error.json)
            }
        let answer = JSONValue.object([
            JSONMember("jsonrpc", "2.0"), JSONMember("id", id?.json ?? .null), member,
        ])
        return CanonicalJSON.bytes(answer) + [UInt8(ascii: "\n")]
    }
}
