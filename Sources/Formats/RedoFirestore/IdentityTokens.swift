import RedoHTTP
import RedoJSON

/// The tokens from a server of identities: one that authenticates the user for a limited time, and one with which
/// others are requested.
package struct IdentityTokens: Sendable {
    package let idToken: String
    package let refreshToken: String
    /// The lifetime of ``idToken`` in seconds; nil if it is unknown.
    package let lifetime: Int?
    /// The user's account in Firebase; nil if it was not requested.
    package let uid: String?

    /// Parses an answer. OAuth's members are in lower case with underscores, Firebase's in mixed case; numbers can be
    /// texts.
    ///
    /// - Parameter previous: the refresh token that remains valid if the answer has none.
    init?(_ answer: HTTPAnswer, keeping previous: String? = nil) {
        guard let root = (try? JSONDocument(answer.body))?.root,
            let idToken = Self.idToken(of: answer)
        else { return nil }
        let refreshToken = Self.token(root, "refresh_token", "refreshToken") ?? previous
        guard let refreshToken else { return nil }
        self.idToken = idToken
        self.refreshToken = refreshToken
        lifetime = Self.number(root["expires_in"] ?? root["expiresIn"])
        uid = Self.token(root, "user_id", "localId")
    }

    /// The id token of an answer; nil if it has none that can be in the head of a request.
    static func idToken(of answer: HTTPAnswer) -> String? {
        guard let root = (try? JSONDocument(answer.body))?.root else { return nil }
        return token(root, "id_token", "idToken")
    }

    private static func token(_ root: JSONElement, _ names: StaticString...) -> String? {
        for name in names {
            if let text = root[name]?.string?.description, AccessToken.isToken(text) {
                return text
            }
        }
        return nil
    }

    /// A positive number up to the seconds of a year.
    static func number(_ element: JSONElement?) -> Int? {
        let number = element?.integer ?? (element?.string?.description).flatMap { Int($0) }
        return number.flatMap { (1...31_536_000).contains($0) ? $0 : nil }
    }
}
