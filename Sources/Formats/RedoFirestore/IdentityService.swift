import RedoHTTP
import RedoJSON
import RedoReplica
import RedoSystem

/// The servers that identify a user, with the credentials of this client: OAuth 2.0 for devices without a browser (RFC
/// 8628), and Firebase's exchange of the identity for one of a project.
///
/// No answer of a server is trusted, and no error contains a secret.
package struct IdentityService {
    /// The URLs of requests: over TLS, or on this machine.
    package struct Endpoints: Equatable, Sendable {
        /// The device authorization endpoint (RFC 8628, section 3.1).
        package var device = "https://oauth2.googleapis.com/device/code"
        /// The token endpoint (RFC 6749, section 3.2).
        package var token = "https://oauth2.googleapis.com/token"
        /// Exchanges an identity for one of a Firebase project
        /// (https://firebase.google.com/docs/reference/rest/auth#section-sign-in-with-oauth-credential).
        package var signIn = "https://identitytoolkit.googleapis.com/v1/accounts:signInWithIdp"
        /// Returns further tokens of the project
        /// (https://firebase.google.com/docs/reference/rest/auth#section-refresh-token).
        package var refresh = "https://securetoken.googleapis.com/v1/token"

        package init() {}
    }

    /// The registration of this client.
    package struct Client: Sendable {
        package let id: String
        /// Google requires a secret even of clients that cannot protect it.
        package let secret: String?
        /// Identifies a Firebase project; nil if the token endpoint's own id tokens are used.
        package let apiKey: String?

        package init(id: String, secret: String?, apiKey: String?) {
            self.id = id
            self.secret = secret
            self.apiKey = apiKey
        }
    }

    /// Sends a body with a content type to a URL.
    package typealias Post =
        (_ url: String, _ type: String, _ body: [UInt8]) throws(HTTPFailure) -> HTTPAnswer

    package let endpoints: Endpoints
    let client: Client
    private let post: Post

    /// The maximum size of an answer in bytes.
    package static let answerLimit = 1 << 16

    package init(_ endpoints: Endpoints, _ client: Client, post: @escaping Post) {
        self.endpoints = endpoints
        self.client = client
        self.post = post
    }

    /// The only URL to which a refresh token is sent.
    package var refreshEndpoint: String {
        client.apiKey == nil ? endpoints.token : endpoints.refresh
    }

    // MARK: Tokens

    /// Requests another id token.
    ///
    /// - Throws: FIREBASE_001 if the refresh token is no longer valid, NETWORK_001 if the server cannot be reached.
    package func tokens(refreshing token: String) throws(RedoError) -> IdentityTokens {
        var form = [("grant_type", "refresh_token"), ("refresh_token", token)]
        if client.apiKey == nil { form += credentials }
        let answer = try send(refreshURL, form: form)
        guard answer.status == 200 else { throw ended(answer) }
        guard let tokens = IdentityTokens(answer, keeping: token) else {
            throw unusable(refreshEndpoint)
        }
        return tokens
    }

    private var refreshURL: String {
        client.apiKey.map { "\(endpoints.refresh)?key=\(percentEncoded($0))" } ?? endpoints.token
    }

    /// Exchanges the token endpoint's answer with Firebase, if there is a project.
    func tokens(from answer: HTTPAnswer) throws(RedoError) -> IdentityTokens {
        guard let key = client.apiKey else {
            guard let tokens = IdentityTokens(answer) else { throw unusable(endpoints.token) }
            return tokens
        }
        guard let identity = IdentityTokens.idToken(of: answer) else {
            throw unusable(endpoints.token)
        }
        let body: JSONValue = [
            "postBody": .string(
                JSONString("id_token=\(percentEncoded(identity))&providerId=google.com")),
            "requestUri": "http://localhost", "returnIdpCredential": false,
            "returnSecureToken": true,
        ]
        let signedIn = try send(
            "\(endpoints.signIn)?key=\(percentEncoded(key))", "application/json",
            CanonicalJSON.bytes(body))
        guard signedIn.status == 200 else { throw ended(signedIn) }
        guard let tokens = IdentityTokens(signedIn) else { throw unusable(endpoints.signIn) }
        return tokens
    }

    // MARK: Requests

    /// The form fields that identify the client.
    var credentials: [(String, String)] {
        [("client_id", client.id)] + (client.secret.map { [("client_secret", $0)] } ?? [])
    }

    func send(_ url: String, form: [(String, String)]) throws(RedoError) -> HTTPAnswer {
        do throws(HTTPFailure) {
            return try attempt(url, form: form)
        } catch {
            throw failure(error, url)
        }
    }

    private func send(
        _ url: String, _ type: String, _ body: [UInt8]
    ) throws(RedoError) -> HTTPAnswer {
        do throws(HTTPFailure) {
            return try post(url, type, body)
        } catch {
            throw failure(error, url)
        }
    }

    func attempt(_ url: String, form: [(String, String)]) throws(HTTPFailure) -> HTTPAnswer {
        let text = form.map { "\($0)=\(percentEncoded($1))" }.joined(separator: "&")
        return try post(url, "application/x-www-form-urlencoded", Array(text.utf8))
    }

    // MARK: Errors

    func failure(_ failure: HTTPFailure, _ url: String) -> RedoError {
        let host = hostName(of: url)
        switch failure {
        case .refused:
            return RedoError(
                .unreachable, "nothing listens at \(host): the connection was refused")
        case .cut(let reason), .impossible(let reason):
            return RedoError(.unreachable, "\(host): \(reason)")
        case .tooLong: return RedoError(.unreachable, "\(host) answers more than is taken")
        }
    }

    /// The error for an answer of another kind than expected.
    func unusable(_ url: String) -> RedoError {
        RedoError(
            .unreachable, "\(hostName(of: url)) does not answer as a server of identities does")
    }

    /// The error for a refusal: the user has to log in again.
    private func ended(_ answer: HTTPAnswer) -> RedoError {
        RedoError(
            .noToken, "the login does not count any more: \(Self.code(of: answer))",
            hints: ["redo login firebase"])
    }

    /// The code of an error (RFC 6749, section 5.2), or Firebase's word for it. Any other part of the answer could
    /// repeat a secret that was sent.
    static func code(of answer: HTTPAnswer) -> String {
        let error = (try? JSONDocument(answer.body))?.root["error"]
        let text = (error?.string ?? error?["message"]?.string)?.description ?? ""
        let word = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return (1...maximumCodeCount).contains(word.count)
            ? String(word) : "HTTP status \(answer.status)"
    }

    private static let maximumCodeCount = 40
}
