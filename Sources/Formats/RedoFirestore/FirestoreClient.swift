import RedoCrypto
import RedoHTTP
import RedoJSON
import RedoModel
import RedoSystem

/// Speaks with Firestore: the REST API, version 1.
/// https://firebase.google.com/docs/firestore/reference/rest
package final class FirestoreClient {
    package let address: FirestoreAddress
    private let http: HTTPClient
    private let token: AccessToken
    private let policy: RetryPolicy
    /// How many requests were sent, repeated ones too.
    package private(set) var requestCount = 0

    /// The most bytes of an answer. The service sends no message of more.
    private let answerLimit: Int
    /// A document of 20 levels takes three of JSON for each.
    private static let greatestAnswerDepth = 80

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

    /// Carries out writes, all or none.
    ///
    /// - Parameter writes: as `google.firestore.v1.Write` in JSON.
    func commit(_ writes: [[UInt8]]) throws(FirestoreError) {
        var body = Array(#"{"writes":["#.utf8)
        body.append(contentsOf: writes.joined(separator: [UInt8(ascii: ",")]))
        body += "]}".utf8
        let answer = try send(address.requestURL("commit"), body)
        guard answer.root["commitTime"] != nil else { throw .noAnswer("commit") }
    }

    /// Reads documents of nodes.
    ///
    /// - Returns: those that are there.
    /// - Throws: PERMISSION_DENIED where one of them is not for this user.
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

    /// The documents of some names, as far as there are any for this user: one that may not be read spoils a whole
    /// request, so halves are tried.
    private func visible(_ names: [JSONString]) throws(FirestoreError) -> [FirestoreDocument] {
        do throws(FirestoreError) {
            return try documents(named: names)
        } catch {
            // A path that a server made up can be none for it as well.
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

    /// The documents at some paths of the database, as far as there are any for this user.
    package func readableDocuments(at paths: [String]) throws(RedoError) -> [FirestoreDocument] {
        do throws(FirestoreError) {
            return try visible(paths.map { JSONString("\(address.documents)/\($0)") })
        } catch {
            throw RedoError(error, isQuery: true, address.host)
        }
    }

    enum Found: Sendable {
        case document(FirestoreDocument)
        /// It, or whether it is there, is not for this user to know.
        case hidden
    }

    /// What there is of some nodes. One that may not be read spoils a whole request: halves are tried.
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

    /// The documents of some nodes, as far as there are any for this user.
    package func readableDocuments(_ ids: [NodeID]) throws(RedoError) -> [FirestoreDocument] {
        do throws(FirestoreError) {
            return try lookUp(ids).values.compactMap { found in
                if case .document(let document) = found { document } else { nil }
            }
        } catch {
            throw RedoError(error, isQuery: true, address.host)
        }
    }

    /// The documents that a query finds, in its order.
    struct Findings {
        var documents: [FirestoreDocument] = []
        /// When the server looked.
        var readTime: JSONString
    }

    func run(_ query: ChangeQuery) throws(FirestoreError) -> Findings {
        try Self.findings(in: send(address.queryURL, query.body(for: address)).root, at: address)
    }

    /// What an answer to a query has, of which nothing is trusted.
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

    /// Sends a request until it is answered; with another token where the first is refused.
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
            document = try JSONDocument(answer.body, greatestDepth: Self.greatestAnswerDepth)
        } catch {
            throw FirestoreError(
                .unintelligible, "\(address.host) does not answer with JSON: \(error)")
        }
        // A stream that fails after it has begun has its error inside (google.rpc.Status).
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

    /// The error without what a server repeats of the token.
    fileprivate func without(_ token: String) -> FirestoreError {
        FirestoreError(
            kind, Redaction(token).redacting(message), retryAfter: retryAfter, hints: hints)
    }
}
