// RedoHTTP owns requests over HTTP; it alone calls libcurl. It does not repeat a request (``RetryPolicy``), and does
// not interpret an answer: each remote does both. Start with ``HTTPClient``.

import CCurl
import Glibc
import RedoSystem

/// The answer of a server.
package struct HTTPAnswer: Sendable {
    package let status: Int
    package let body: [UInt8]
    /// The value of `Retry-After`, if it is a number of seconds.
    package let retryAfter: Int?
    /// The value of `Content-Type`; nil if it is missing.
    package let contentType: String?
    /// Whether the head states where the body ends, so that a truncated body is detected (RFC 9112, section 8).
    package let isDelimited: Bool

    package init(
        status: Int, body: [UInt8], retryAfter: Int?, contentType: String? = nil,
        isDelimited: Bool = true
    ) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.contentType = contentType
        self.isDelimited = isDelimited
    }
}

/// The time limits of a request, in seconds.
package struct HTTPTimeouts: Sendable {
    /// The limit for connecting.
    package var connecting = 20
    /// The limit of a time in which no byte arrives.
    package var silence = 60
    /// The limit of the whole request.
    package var whole = 600

    package init() {}
}

/// Why there is no answer.
package enum HTTPFailure: Error, Sendable {
    /// The connection was refused by the machine or by one on the path to it. Nothing was sent.
    case refused(String)
    /// No connection, or one that was cut before the answer was complete. It is unknown whether the request was carried
    /// out.
    case cut(String)
    /// The answer exceeds the limit in bytes.
    case tooLong
    /// A failure that a further attempt cannot avoid: a certificate that cannot be trusted, a malformed URL.
    case impossible(String)

    /// The kind of failure in a few words, without text of a server or a library.
    var summary: String {
        switch self {
        case .refused: "refused"
        case .cut: "no complete answer"
        case .tooLong: "too long an answer"
        case .impossible: "not possible"
        }
    }
}

/// Sends requests over HTTP, one after another, over one connection for as long as the server keeps it.
///
/// Owns one handle of libcurl; for one thread at a time. Redirections are not followed: they would pass the token to
/// another host.
///
/// ```
/// let client = try HTTPClient(usesProxies: true, agent: "redo")
/// let answer = try client.post(url, headings: [], body: body, limit: 1 << 20)
/// ```
///
@safe package final class HTTPClient {
    private let handle: UnsafeMutableRawPointer
    /// The buffer for libcurl's error messages.
    private let message: UnsafeMutablePointer<CChar>

    /// - Parameter usesProxies: whether variables such as `https_proxy` are respected.
    /// - Throws: STORAGE_001 if libcurl cannot be loaded.
    package init(
        usesProxies: Bool, agent: String, timeouts: HTTPTimeouts = HTTPTimeouts()
    ) throws(RedoError) {
        try Self.loading.get()
        guard let handle = unsafe curl_easy_init() else { fatalError("out of memory") }
        unsafe self.handle = handle
        unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe redo_curl_set_object(handle, CURLOPT_ERRORBUFFER, message)
        unsafe redo_curl_set_text(handle, CURLOPT_USERAGENT, agent)
        unsafe redo_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        unsafe redo_curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        unsafe redo_curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0)
        unsafe redo_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, timeouts.connecting)
        unsafe redo_curl_set_number(handle, CURLOPT_TIMEOUT, timeouts.whole)
        unsafe redo_curl_set_number(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
        unsafe redo_curl_set_number(handle, CURLOPT_LOW_SPEED_TIME, timeouts.silence)
        unsafe redo_curl_set_writer(handle, CURLOPT_WRITEFUNCTION, takeBody)
        unsafe redo_curl_set_writer(handle, CURLOPT_HEADERFUNCTION, takeHeading)
        // The limit also covers compressed answers: it counts the decompressed bytes.
        unsafe redo_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
        if !usesProxies { unsafe redo_curl_set_text(handle, CURLOPT_NOPROXY, "*") }
    }

    /// Loads and initializes libcurl; once in a process.
    private static let loading = Result { () throws(RedoError) in
        try unsafe SharedLibrary.load(.curl, redo_curl_addresses(), redo_curl_names())
        _ = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe message.deallocate()
    }

    /// Sends a POST request, and waits for the answer.
    ///
    /// - Parameter limit: the maximum size of the answer in bytes.
    package func post(
        _ url: String, headings: [String], body: [UInt8], limit: Int
    ) throws(HTTPFailure) -> HTTPAnswer {
        try send("POST", url, headings: headings, body: body, limit: limit)
    }

    /// Sends a request, and waits for the answer.
    ///
    /// - Parameters:
    ///   - method: POST and PUT have a body; others have none.
    ///   - url: over http: HTTP/1.1 is used; over https: HTTP/2 if the server supports it.
    ///   - headings: lines of the request's head.
    ///   - limit: the maximum size of the answer in bytes.
    package func send(
        _ method: String, _ url: String, headings: [String], body: [UInt8], limit: Int
    ) throws(HTTPFailure) -> HTTPAnswer {
        let start = Clock.monotonicNanoseconds()
        do throws(HTTPFailure) {
            let answer = try transfer(method, url, headings: headings, body: body, limit: limit)
            Trace.note(
                .http,
                "\(method) \(SecretRemoval.urls(in: url)): \(answer.status), \(body.count) bytes sent, "
                    + "\(answer.body.count) received\(Trace.duration(since: start))")
            return answer
        } catch {
            Trace.note(
                .http,
                "\(method) \(SecretRemoval.urls(in: url)): \(error.summary)\(Trace.duration(since: start))"
            )
            throw error
        }
    }

    private func transfer(
        _ method: String, _ url: String, headings: [String], body: [UInt8], limit: Int
    ) throws(HTTPFailure) -> HTTPAnswer {
        let isClear = url.hasPrefix("http://")
        let version = isClear ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS
        unsafe redo_curl_set_number(handle, CURLOPT_HTTP_VERSION, version)
        unsafe redo_curl_set_text(handle, CURLOPT_URL, url)
        let hasBody = method == "POST" || method == "PUT"
        unsafe redo_curl_set_number(handle, hasBody ? CURLOPT_POST : CURLOPT_HTTPGET, 1)
        unsafe redo_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, method)
        let lines = RequestHead(headings + ["Expect:"])
        unsafe redo_curl_set_headers(handle, lines.list)
        defer { unsafe redo_curl_set_headers(handle, nil) }
        let answer = Arrival(limit: limit, isClear: isClear)
        // The object lives to the end of the function, which outlasts the transfer.
        let pointer = unsafe Unmanaged.passUnretained(answer).toOpaque()
        unsafe redo_curl_set_object(handle, CURLOPT_WRITEDATA, pointer)
        unsafe redo_curl_set_object(handle, CURLOPT_HEADERDATA, pointer)
        unsafe message[0] = 0
        // The bytes are not copied: they outlive the transfer. Without an address libcurl would read standard input, so
        // an empty body has one, too.
        let content = body.isEmpty ? [0] : body
        let result = unsafe content.withUnsafeBytes { bytes in
            // With a body any request would become a POST.
            guard hasBody else { return unsafe curl_easy_perform(handle) }
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            unsafe redo_curl_set_size(
                handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            unsafe redo_curl_set_text(handle, CURLOPT_POSTFIELDS, start)
            defer { unsafe redo_curl_set_text(handle, CURLOPT_POSTFIELDS, nil) }
            return unsafe curl_easy_perform(handle)
        }
        return try withExtendedLifetime(answer) { () throws(HTTPFailure) in
            guard result == CURLE_OK else { throw failure(result, answer) }
            return HTTPAnswer(
                status: unsafe redo_curl_status(handle), body: answer.body,
                retryAfter: answer.retryAfter, contentType: answer.contentType,
                isDelimited: answer.isDelimited)
        }
    }

    private func failure(_ result: CURLcode, _ answer: Arrival) -> HTTPFailure {
        if answer.isTooLong { return .tooLong }
        let detail = unsafe String(cString: message)
        let reason = unsafe detail.isEmpty ? String(cString: curl_easy_strerror(result)) : detail
        switch result {
        case CURLE_COULDNT_CONNECT
        where unsafe redo_curl_system_error(handle) == Int(ECONNREFUSED):
            return .refused(reason)
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_PEER_FAILED_VERIFICATION,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM, CURLE_OUT_OF_MEMORY:
            return .impossible(reason)
        default: return .cut(reason)
        }
    }
}

/// The lines of a request's head, in libcurl's memory.
@safe private struct RequestHead: ~Copyable {
    let list: UnsafeMutablePointer<curl_slist>?

    init(_ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            // The text is copied; if that fails, the list is unchanged.
            if let longer = unsafe curl_slist_append(list, line) { unsafe list = longer }
        }
        unsafe self.list = list
    }

    deinit { unsafe curl_slist_free_all(list) }
}

/// An answer that is being received.
private final class Arrival {
    private(set) var body: [UInt8] = []
    private(set) var retryAfter: Int?
    private(set) var contentType: String?
    private(set) var isDelimited = false
    private(set) var isTooLong = false
    private let limit: Int
    /// Whether the request uses HTTP/1.1, whatever version the answer names.
    private let isClear: Bool

    init(limit: Int, isClear: Bool) {
        self.limit = limit
        self.isClear = isClear
    }

    func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limit - body.count else {
            isTooLong = true
            return false
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    func addHeading(_ bytes: UnsafeRawBufferPointer) {
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // The head of another answer: the one before was not the last. Later versions than 1 have frames.
            (retryAfter, contentType) = (nil, nil)
            isDelimited = !isClear && !line.hasPrefix("HTTP/1")
            return
        }
        let name = line.prefix { $0 != ":" }
        let rest = line.dropFirst(name.count + 1)
        let value = rest.filter { !$0.isWhitespace }
        switch name.lowercased() {
        case "retry-after": if let seconds = Int(value), seconds >= 0 { retryAfter = seconds }
        case "content-type": contentType = value
        // libcurl ignores a length that is too large for it, and reads until the connection ends.
        case "content-length": if Int(value) != nil { isDelimited = true }
        case "transfer-encoding": if value.lowercased() == "chunked" { isDelimited = true }
        default: break
        }
    }
}

private func takeBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ pointer: UnsafeMutableRawPointer?
) -> Int {
    guard let pointer = unsafe pointer else { return 0 }
    // The arrival outlives the transfer that calls this.
    let arrival = unsafe Unmanaged<Arrival>.fromOpaque(pointer).takeUnretainedValue()
    let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe arrival.add(part) ? size * count : 0
}

private func takeHeading(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ pointer: UnsafeMutableRawPointer?
) -> Int {
    guard let pointer = unsafe pointer else { return 0 }
    // As above.
    let arrival = unsafe Unmanaged<Arrival>.fromOpaque(pointer).takeUnretainedValue()
    unsafe arrival.addHeading(UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
}
