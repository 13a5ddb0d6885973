import RedoCrypto
import RedoHTTP
import RedoJSON
import RedoSystem

/// The token that authenticates the user. A new one is requested when it has expired or was refused.
package final class AccessToken {
    /// The source of tokens.
    package enum Source: Sendable {
        /// A given token: `REDO_FIRESTORE_TOKEN`.
        case given(String)
        /// A helper program, and a directory in which it is also searched.
        case helper(String, directory: String? = nil)
        /// A file with the key of a service account.
        case serviceAccount(String)
        /// None: an emulator accepts any user.
        case emulator
    }

    struct Value {
        let text: String
        /// Seconds since 1970; nil if it is unknown.
        let expiry: Int?
    }

    private let source: Source
    private let address: FirestoreAddress
    private let http: HTTPClient
    private let now: @Sendable () -> Int
    private var current: Value?

    /// The minimum remaining lifetime of a token that is used, in seconds.
    private static let margin = 60
    private static let maximumAnswerByteCount = 1 << 20

    /// - Parameter now: the current time in seconds since 1970.
    package init(
        _ source: Source, for address: FirestoreAddress, over http: HTTPClient,
        now: @escaping @Sendable () -> Int
    ) {
        self.source = source
        self.address = address
        self.http = http
        self.now = now
    }

    /// Whether a text can be in the head of a request.
    static func isToken(_ text: String) -> Bool {
        (1...1 << 14).contains(text.utf8.count) && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// The current token.
    ///
    /// - Throws: ``FirestoreError`` if there is none.
    func text() throws(FirestoreError) -> String {
        if let current, current.expiry.map({ now() < $0 - Self.margin }) ?? true {
            return current.text
        }
        let value = try fetch()
        current = value
        return value.text
    }

    /// Discards a token that was refused.
    ///
    /// - Returns: whether another one can be requested.
    func renew() -> Bool {
        let refused = current
        current = nil
        switch source {
        case .given, .emulator: return false
        case .serviceAccount: return true
        case .helper(let program, let directory):
            if let refused {
                TokenHelper(program: program, directory: directory, request: address.tokenRequest)
                    .erase(refused.text)
            }
            return true
        }
    }

    private func fetch() throws(FirestoreError) -> Value {
        switch source {
        case .given(let token):
            guard Self.isToken(token) else {
                throw FirestoreError(
                    .noToken, "REDO_FIRESTORE_TOKEN has characters that a token cannot have")
            }
            return Value(text: token, expiry: nil)
        case .helper(let program, let directory):
            return try TokenHelper(
                program: program, directory: directory, request: address.tokenRequest
            ).get()
        case .serviceAccount(let path): return try exchange(ServiceAccount(reading: path))
        case .emulator: return Value(text: emulatorToken(), expiry: nil)
        }
    }

    /// Exchanges a signed request for a token (RFC 7523, section 2.1).
    private func exchange(_ account: ServiceAccount) throws(FirestoreError) -> Value {
        let time = now()
        let form =
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
            + (try account.assertion(now: time))
        let host = hostName(of: account.tokenURL)
        let answer: HTTPAnswer
        do throws(HTTPFailure) {
            answer = try http.post(
                account.tokenURL,
                headings: ["Content-Type: application/x-www-form-urlencoded"],
                body: Array(form.utf8), limit: Self.maximumAnswerByteCount)
        } catch {
            throw FirestoreError(error, host)
        }
        let root = (try? JSONDocument(answer.body))?.root
        guard answer.status == 200, let token = root?["access_token"]?.string?.description,
            Self.isToken(token)
        else {
            let error = FirestoreError(answer)
            if answer.status >= 500 || answer.status == 429 { throw error }
            // RFC 6749, section 5.2: an error has a code.
            let reason = root?["error"]?.string.map { ": \($0)" } ?? ""
            throw FirestoreError(
                .noToken, "\(host) gives no token for the key \(account.path)\(reason)")
        }
        let lifetime = root?["expires_in"]?.integer
        return Value(text: token, expiry: lifetime.map { time + $0 })
    }

    /// A JSON Web Token without a signature, which emulators accept.
    private func emulatorToken() -> String {
        let uid = JSONValue.string(JSONString(address.url.uid))
        let claims: JSONValue = ["sub": uid, "user_id": uid, "iat": 0]
        let heading: JSONValue = ["alg": "none", "typ": "JWT"]
        return base64URL(CanonicalJSON.bytes(heading)) + "."
            + base64URL(CanonicalJSON.bytes(claims)) + "."
    }
}
