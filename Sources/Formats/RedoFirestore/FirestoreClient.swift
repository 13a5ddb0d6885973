import RedoCrypto
import RedoHTTP
import RedoJSON
import RedoModel
import RedoSystem

/// A client of Firestore: the REST API, version 1.
/// https://firebase.google.com/docs/firestore/reference/rest
///
/// This module has requests to Firestore and nodes as documents (docs/firestore.md). It neither reads nor writes a
/// store: RedoFirestoreRemote does, with records of RedoReplica. Start here; then read ``FirestoreFetch`` and
/// ``FirestorePush`` for the two directions, ``NodeDocument`` for the format, and ``AccessToken`` for authentication.
package final class FirestoreClient {
    package let address: FirestoreAddress
    private let http: HTTPClient
    private let token: AccessToken
    private let policy: RetryPolicy
    /// The number of sent requests, including repeated ones.
    package private(set) var requestCount = 0

    /// The maximum size of an answer in bytes. The service sends no larger message.
    private let answerLimit: Int
    /// The maximum depth of an answer: a document of 20 levels takes three of JSON for each.
    private static let maximumAnswerDepth = 80

    package init(
        _ address: FirestoreAddress, http: HTTPClient, token: AccessToken, policy: RetryPolicy,
        answerLimit: Int = 1 << 26
    ) {
        self.answerLimit = answerLimit
        self.address = address
        self.http = http
        self.token = token
        self.policy = policy
    }

    // MARK: Requests

    /// Performs writes atomically.
    ///
    /// - Parameter writes: `google.firestore.v1.Write` values in JSON.
    func commit(_ writes: [[UInt8]]) throws(FirestoreError) {
        var body = Array(#"{"writes":["#.utf8)
        body.append(contentsOf: writes.joined(separator: [UInt8(ascii: ",")]))
        body += "]}".utf8
        let answer = try send(address.requestURL("commit"), body)
        guard answer.root["commitTime"] != nil else { throw .noAnswer("commit") }
    }

    /// Reads the documents of nodes.
    ///
    /// - Returns: the existing ones.
    /// - Throws: PERMISSION_DENIED if this user may not read one of them.
    func documents(_ ids: [NodeID]) throws(FirestoreError) -> [NodeID: FirestoreDocument] {
        var found: [NodeID: FirestoreDocument] = [:]
        for document in try documents(named: ids.map(address.name)) {
            if let id = document.id { found[id] = document }
        }
        return found
    }

    /// Reads documents by their full names.
    private func documents(named names: [JSONString]) throws(FirestoreError) -> [FirestoreDocument]
    {
        let body = CanonicalJSON.bytes(["documents": .array(names.map { .string($0) })])
        let answer = try send(address.requestURL("batchGet"), body)
        var found: [FirestoreDocument] = []
        var answeredCount = 0
        for element in answer.root.elements {
            if let document = element["found"].flatMap({ FirestoreDocument($0, at: address) }) {
                found.append(document)
                answeredCount += 1
            } else if element["missing"] != nil {
                answeredCount += 1
            }
        }
        guard answeredCount == names.count else { throw .noAnswer("batchGet") }
        return found
    }

    /// The documents with some names that exist and that this user may read. A document that may not be read makes the
    /// whole request fail, so each half is tried again.
    private func visible(_ names: [JSONString]) throws(FirestoreError) -> [FirestoreDocument] {
        do throws(FirestoreError) {
            return try documents(named: names)
        } catch {
            // The server may not accept a path that it has invented itself.
            guard
                error.isStatus(.permissionDenied) || error.isStatus(.invalidArgument)
                    || error.kind == .tooLong
            else { throw error }
            guard names.count > 1 else {
                if error.kind == .tooLong { throw error }
                return []
            }
            let middle = names.count / 2
            return try visible(Array(names[..<middle])) + visible(Array(names[middle...]))
        }
    }

    /// The documents at some paths of the database that exist and that this user may read.
    package func readableDocuments(at paths: [String]) throws(RedoError) -> [FirestoreDocument] {
        do throws(FirestoreError) {
            return try visible(paths.map { JSONString("\(address.documents)/\($0)") })
        } catch {
            throw RedoError(error, isQuery: true, address.host)
        }
    }

    enum Found: Sendable {
        case document(FirestoreDocument)
        /// This user may not read it, or learn whether it exists.
        case hidden
    }

    /// The state of some nodes. A document that may not be read makes the whole request fail, so each half is tried
    /// again.
    func lookUp(_ ids: [NodeID]) throws(FirestoreError) -> [NodeID: Found] {
        do throws(FirestoreError) {
            return try documents(ids).mapValues { .document($0) }
        } catch {
            guard error.isStatus(.permissionDenied) || error.kind == .tooLong else { throw error }
            guard ids.count > 1 else {
                if error.kind == .tooLong { throw error }
                return [ids[0]: .hidden]
            }
            let middle = ids.count / 2
            let first = try lookUp(Array(ids[..<middle]))
            return try lookUp(Array(ids[middle...])).merging(first) { $1 }
        }
    }

    /// The documents of some nodes that exist and that this user may read.
    package func readableDocuments(_ ids: [NodeID]) throws(RedoError) -> [FirestoreDocument] {
        do throws(FirestoreError) {
            return try lookUp(ids).values.compactMap { found in
                if case .document(let document) = found { document } else { nil }
            }
        } catch {
            throw RedoError(error, isQuery: true, address.host)
        }
    }

    /// The results of a query, in its order.
    struct Findings {
        var documents: [FirestoreDocument] = []
        /// The server's time of the reading.
        var readTime: JSONString
    }

    func run(_ query: ChangeQuery) throws(FirestoreError) -> Findings {
        try Self.findings(in: send(address.queryURL, query.body(for: address)).root, at: address)
    }

    /// Parses the answer to a query, of which nothing is trusted.
    static func findings(
        in root: JSONElement, at address: FirestoreAddress
    ) throws(FirestoreError) -> Findings {
        var findings: Findings?
        for element in root.elements {
            guard let time = element["readTime"]?.string else { throw .noAnswer("runQuery") }
            if findings == nil { findings = Findings(readTime: time) }
            guard let found = element["document"] else { continue }
            guard let document = FirestoreDocument(found, at: address) else {
                throw .noAnswer("runQuery")
            }
            findings?.documents.append(document)
        }
        guard let findings else { throw .noAnswer("runQuery") }
        return findings
    }

    // MARK: Sending

    /// Sends a request until it is answered, with another token if the first is refused.
    func send(_ url: String, _ body: [UInt8]) throws(FirestoreError) -> JSONDocument {
        do throws(FirestoreError) {
            return try policy.run { () throws(FirestoreError) in try sendOnce(url, body) }
        } catch {
            guard error.isStatus(.unauthenticated), token.renew() else { throw error }
            return try policy.run { () throws(FirestoreError) in try sendOnce(url, body) }
        }
    }

    private func sendOnce(_ url: String, _ body: [UInt8]) throws(FirestoreError) -> JSONDocument {
        let text = try token.text()
        requestCount += 1
        let answer: HTTPAnswer
        do throws(HTTPFailure) {
            answer = try http.post(
                url, headings: ["Authorization: Bearer \(text)", "Content-Type: application/json"],
                body: body, limit: answerLimit)
        } catch {
            throw FirestoreError(error, address.host, isEmulator: address.isEmulator)
        }
        guard answer.status == 200 else { throw FirestoreError(answer).without(text) }
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(answer.body, maximumDepth: Self.maximumAnswerDepth)
        } catch {
            throw FirestoreError(
                .unintelligible, "\(address.host) does not answer with JSON: \(error)")
        }
        // A stream that fails after it has begun contains the error (google.rpc.Status).
        if document.root.elements.contains(where: { $0["error"] != nil }) {
            throw FirestoreError(answer).without(text)
        }
        return document
    }
}

extension FirestoreError {
    fileprivate static func noAnswer(_ method: String) -> FirestoreError {
        FirestoreError(.unintelligible, "the answer to \(method) is incomplete")
    }

    /// The error without parts of the token that a server repeats.
    fileprivate func without(_ token: String) -> FirestoreError {
        FirestoreError(
            kind, Redaction(token).redacting(message), retryAfter: retryAfter, hints: hints)
    }
}
