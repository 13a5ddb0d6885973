import RedoHTTP
import RedoJSON
import RedoSystem

/// The failure of a request to Firestore, which decides whether the request is repeated, divided or abandoned. Callers
/// outside this module receive it as ``RedoError``.
struct FirestoreError: Error, Sendable {
    /// The status of the service: `google.rpc.Code`, as in `error.status` of an answer. The HTTP status alone does not
    /// distinguish ALREADY_EXISTS from ABORTED, and INVALID_ARGUMENT from FAILED_PRECONDITION.
    enum Status: String, Sendable {
        case aborted = "ABORTED"
        case alreadyExists = "ALREADY_EXISTS"
        case cancelled = "CANCELLED"
        case deadlineExceeded = "DEADLINE_EXCEEDED"
        case failedPrecondition = "FAILED_PRECONDITION"
        case internalError = "INTERNAL"
        case invalidArgument = "INVALID_ARGUMENT"
        case notFound = "NOT_FOUND"
        case permissionDenied = "PERMISSION_DENIED"
        case resourceExhausted = "RESOURCE_EXHAUSTED"
        case unauthenticated = "UNAUTHENTICATED"
        case unavailable = "UNAVAILABLE"
        case unknown = "UNKNOWN"
    }

    enum Kind: Equatable, Sendable {
        case status(Status)
        /// The server refused the connection.
        case refused
        /// The server cannot be reached, or the connection failed.
        case unreachable
        /// The answer cannot be parsed: it is a proxy's, or truncated.
        case unintelligible
        /// The answer exceeds the maximum size.
        case tooLong
        /// No token is available.
        case noToken
        /// The failure is permanent.
        case impossible
    }

    let kind: Kind
    /// The server's message, or a description of the failure, in one line.
    let message: String
    /// The delay that the server demands before the next request, in seconds.
    let retryAfter: Int?
    /// Hints for the user.
    let hints: [String]

    init(
        _ kind: Kind, _ message: String, retryAfter: Int? = nil, hints: [String] = []
    ) {
        self.kind = kind
        self.message = message
        self.retryAfter = retryAfter
        self.hints = hints
    }

    /// - Parameter isEmulator: whether the host is an emulator from a variable.
    init(_ failure: HTTPFailure, _ host: String, isEmulator: Bool = false) {
        switch failure {
        case .refused:
            let hint =
                isEmulator
                ? "start the emulator there; FIRESTORE_EMULATOR_HOST names it"
                : "look whether a firewall, or a proxy that https_proxy names, refuses connections"
            self.init(
                Kind.refused, "nothing listens at \(host): the connection was refused",
                hints: [hint])
        case .cut(let reason): self.init(Kind.unreachable, "\(host): \(reason)")
        // Without its type, this initializer would call itself.
        case .tooLong: self.init(Kind.tooLong, "\(host) answers more than is taken")
        case .impossible(let reason): self.init(Kind.impossible, "\(host): \(reason)")
        }
    }

    func isStatus(_ status: Status) -> Bool { kind == .status(status) }

    /// Whether the same request can succeed later.
    var isTransient: Bool {
        switch kind {
        case .unreachable, .unintelligible: true
        case .status(let status):
            switch status {
            case .aborted, .cancelled, .deadlineExceeded, .internalError, .resourceExhausted,
                .unavailable, .unknown:
                true
            default: false
            }
        case .refused, .tooLong, .noToken, .impossible: false
        }
    }

    /// Whether the server has understood the request and refuses it.
    var isRefusal: Bool {
        switch kind {
        case .status(let status):
            switch status {
            case .alreadyExists, .failedPrecondition, .invalidArgument, .notFound,
                .permissionDenied:
                true
            default: false
            }
        case .unreachable, .unintelligible, .refused, .tooLong, .noToken, .impossible: false
        }
    }

    /// The problem while the same request waits to be repeated, as the beginning of a sentence.
    var cause: String {
        switch kind {
        case .unreachable: "the server cannot be reached"
        case .unintelligible: "the answer of the server is not one of Firestore's"
        case .status(.resourceExhausted), .status(.unavailable): "the server is busy"
        case .status(.aborted): "another client is writing the same documents"
        case .status(.deadlineExceeded): "the server takes too long"
        case .status, .refused, .tooLong, .noToken, .impossible: "the server failed"
        }
    }

    private static let maximumMessageByteCount = 400

    /// Parses an answer that is not the expected one: an error, an array of one (as streams have it), or anything else.
    init(_ answer: HTTPAnswer) {
        var root = (try? JSONDocument(answer.body))?.root
        if let first = root?.elements.first(where: { _ in true }) { root = first }
        let error = root?["error"]
        let text = error?["message"]?.string.map { Self.line($0.utf8) }
        let named = error?["status"]?.string.flatMap { Status(rawValue: $0.description) }
        let message = text ?? "HTTP status \(answer.status)"
        guard let status = named ?? Self.status(of: answer.status) else {
            self.init(
                .unintelligible,
                "the answer is not one of Firestore's: HTTP status \(answer.status)")
            return
        }
        self.init(
            .status(status), "\(message) (\(status.rawValue))", retryAfter: answer.retryAfter)
    }

    /// The beginning of a text, in one line.
    private static func line(_ text: [UInt8]) -> String {
        let line = text.prefix(maximumMessageByteCount).map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }
        return String(decoding: line, as: UTF8.self)
    }

    /// The status of an answer that has none, from a proxy for example.
    /// https://cloud.google.com/apis/design/errors#handling_errors
    private static func status(of code: Int) -> Status? {
        switch code {
        case 400: .invalidArgument
        case 401: .unauthenticated
        case 403: .permissionDenied
        case 404: .notFound
        case 408: .deadlineExceeded
        case 429: .resourceExhausted
        case 500: .internalError
        case 502, 503: .unavailable
        case 504: .deadlineExceeded
        default: nil
        }
    }
}

extension RedoError {
    /// - Parameter isQuery: whether the request was a query, and nothing was written. A refused query has its own code;
    ///   a failed exchange has the same code in both directions.
    init(_ error: FirestoreError, isQuery: Bool, _ host: String) {
        var hints = error.hints
        var code: ErrorCode = isQuery && error.isRefusal ? .queryFailed : .syncFailed
        switch error.kind {
        case .noToken, .status(.unauthenticated): code = .noToken
        case .unreachable, .unintelligible, .refused:
            hints.append("nothing is lost: what was not sent is known, and the next sync sends it")
        case .status(.permissionDenied):
            hints.append(
                "the rules of the database, and uid in the remote's URL, say who may do what")
        case .status(.failedPrecondition) where isQuery:
            hints.append("the database needs the indexes that docs/firestore.md names")
        default: break
        }
        let isSaid = error.kind == .refused || error.kind == .unreachable
        self.init(
            code, isSaid ? error.message : "the request to \(host) failed: \(error.message)",
            hints: hints)
    }
}
