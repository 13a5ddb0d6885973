import RedoCheckpoints
import RedoCrypto
import RedoHTTP
import RedoSystem

/// A bucket as a store of files by name, over the interface of Amazon S3.
struct S3Bucket: StoreVerbs {
    /// An HTTP request.
    struct Request: Equatable {
        let method: String
        let url: String
        let headings: [String]
        let body: [UInt8]
        /// The maximum number of bytes of the answer.
        let limit: Int
    }

    /// Sends a request.
    typealias Send = (Request) throws(HTTPFailure) -> HTTPAnswer

    private let address: S3Address
    private let region: String
    private let credentials: S3Credentials
    private let send: Send
    /// `20130524T000000Z`
    private let time: () -> String
    private let wait: (_ milliseconds: Int) -> Void

    /// Milliseconds before a request is repeated after a temporary failure of the server.
    private static let pauses = [1000, 2000, 4000]
    private static let pageByteLimit = 4 << 20
    private static let errorByteLimit = 1 << 16

    init(
        _ address: S3Address, region: String, _ credentials: S3Credentials,
        time: @escaping () -> String, wait: @escaping (_ milliseconds: Int) -> Void,
        send: @escaping Send
    ) {
        self.address = address
        self.region = region
        self.credentials = credentials
        self.time = time
        self.wait = wait
        self.send = send
    }

    // MARK: Verbs

    func list(_ prefix: String) throws(RedoError) -> [StoredFile] {
        var files: [StoredFile] = []
        var seen: Set<String> = []
        var continuation: String?
        repeat {
            var query = [("list-type", "2"), ("prefix", percentEncoded(address.prefix + prefix))]
            if let continuation {
                query.append(("continuation-token", percentEncoded(continuation)))
            }
            let answer = try ask("GET", nil, query: query, limit: Self.pageByteLimit)
            guard answer.status == 200 else { throw failure(answer) }
            guard let page = S3Listing(answer.body) else {
                throw unreachable("its answer is not a listing")
            }
            for file in page.files where file.key.hasPrefix(address.prefix) {
                let name = String(file.key.dropFirst(address.prefix.count))
                if name.hasPrefix(prefix), StoredFileName.isName(name) {
                    files.append(StoredFile(name: name, byteCount: file.byteCount))
                }
            }
            continuation = page.continuation
            if let continuation, !seen.insert(continuation).inserted {
                throw unreachable("it repeats a page of its listing")
            }
            guard files.count <= StoreProtocol.maximumFileCount else {
                throw unreachable("it lists more than \(StoreProtocol.maximumFileCount) files")
            }
        } while continuation != nil
        return files
    }

    func get(_ name: String, limit: Int) throws(RedoError) -> [UInt8]? {
        let answer = try ask("GET", name, limit: max(limit, Self.errorByteLimit))
        switch answer.status {
        case 200:
            guard answer.body.count <= limit else { throw tooLong(name) }
            return answer.body
        case 404 where S3Listing.errorCode(answer.body) != "NoSuchBucket": return nil
        default: throw failure(answer)
        }
    }

    func put(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool {
        var answer = try ask(
            "PUT", name, headings: [("if-none-match", "*")], body: content,
            limit: Self.errorByteLimit)
        if answer.status == 501 {
            // The server supports no conditions: an existing file is replaced, and the caller's second reading detects
            // that.
            answer = try ask("PUT", name, body: content, limit: Self.errorByteLimit)
        }
        switch answer.status {
        case 200...204: return true
        case 412: return false
        default: throw failure(answer)
        }
    }

    func delete(_ name: String) throws(RedoError) {
        let answer = try ask("DELETE", name, limit: Self.errorByteLimit)
        switch answer.status {
        case 200...204: return
        case 404 where S3Listing.errorCode(answer.body) != "NoSuchBucket": return
        default: throw failure(answer)
        }
    }

    // MARK: Requests

    /// Sends a signed request, and repeats it after a temporary failure of the server. All requests can be repeated: if
    /// the answer to a put was lost, the same file with the same bytes is there.
    private func ask(
        _ method: String, _ name: String?, query: [(String, String)] = [],
        headings: [(String, String)] = [], body: [UInt8] = [], limit: Int
    ) throws(RedoError) -> HTTPAnswer {
        var attempt = 0
        while true {
            let pause = attempt < Self.pauses.count ? Self.pauses[attempt] : nil
            attempt += 1
            do throws(HTTPFailure) {
                let answer = try send(request(method, name, query, headings, body, limit))
                // 409: another request for the same file is in progress. 501 and 507, without a condition or without
                // space, do not pass by themselves.
                let isPassing =
                    answer.status >= 500 && ![501, 507].contains(answer.status)
                    || [409, 429].contains(answer.status)
                guard isPassing, let pause else { return answer }
                wait(pause)
            } catch {
                switch error {
                case .refused:
                    throw RedoError(
                        .unreachable,
                        "nothing listens at \(address.host): the connection was refused")
                case .tooLong: throw name.map(tooLong) ?? unreachable("its listing is too long")
                case .impossible(let reason): throw unreachable(reason)
                case .cut(let reason):
                    guard let pause else { throw unreachable(reason) }
                    wait(pause)
                }
            }
        }
    }

    private func request(
        _ method: String, _ name: String?, _ query: [(String, String)],
        _ headings: [(String, String)], _ body: [UInt8], _ limit: Int
    ) -> Request {
        let path = "/\(address.bucket)" + (name.map { "/\(address.prefix)\($0)" } ?? "")
        let time = time()
        let digest = SHA256.digest(body.span).hexadecimal
        var signed = [
            ("host", address.host), ("x-amz-content-sha256", digest), ("x-amz-date", time),
        ]
        if let token = credentials.sessionToken { signed.append(("x-amz-security-token", token)) }
        signed += headings
        let authorization = S3Signature(credentials: credentials, region: region, time: time)
            .authorization(
                method, path, query: query.map { (name: $0.0, value: $0.1) },
                headings: signed.map { (name: $0.0, value: $0.1) }, bodyDigest: digest)
        let text = query.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        return Request(
            method: method, url: address.origin + path + (text.isEmpty ? "" : "?\(text)"),
            // libcurl adds the host.
            headings: signed.dropFirst().map { "\($0.0): \($0.1)" }
                + ["Authorization: \(authorization)", "Content-Type: application/octet-stream"],
            body: body, limit: limit)
    }

    // MARK: Errors

    private func failure(_ answer: HTTPAnswer) -> RedoError {
        let code = S3Listing.errorCode(answer.body)
        let text = "\(address.host) answers \(code ?? "with the status \(answer.status)")"
        switch answer.status {
        case 507:
            return RedoError(.writeFailed, "\(text): there is no space left for the bucket")
        case 403 where code == "QuotaExceeded": return RedoError(.writeFailed, text)
        case 301, 307, 308:
            return RedoError(
                .notFound, "\(text): the bucket is in another region, or at another address")
        case 401, 403: return RedoError(.unauthenticated, text)
        case 404: return RedoError(.notFound, "\(text): there is no bucket \(address.bucket)")
        case 400, 405, 411...417: return RedoError(.writeFailed, text)
        default: return RedoError(.unreachable, text)
        }
    }

    private func unreachable(_ reason: String) -> RedoError {
        RedoError(.unreachable, "\(address.host): \(reason)")
    }

    private func tooLong(_ name: String) -> RedoError {
        RedoError(.corrupted, "\(name) is longer than a file that is kept there")
    }
}
