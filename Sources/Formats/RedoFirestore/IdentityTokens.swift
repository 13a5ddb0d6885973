import RedoHTTP
import RedoJSON

/// What a server of identities gives: a token that says who the user is for a while, and one that gets others.
package struct IdentityTokens: Sendable {
    package let idToken: String
    package let refreshToken: String
    /// Seconds for which ``idToken`` counts; nil if that is not known.
    package let lifetime: Int?
    /// Whom Firebase takes the user for; nil if it was not asked.
    package let uid: String?

    /// Reads an answer. OAuth's members are in small letters with hyphens below, Firebase's in mixed ones; numbers can be
    /// texts.
    ///
    /// - Parameter previous: the refresh token that counts on if the answer has none.
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

    /// The id token of an answer; nil if it has none that can stand in the head of a request.
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

    /// A positive number of at most a year of seconds.
    static func number(_ element: JSONElement?) -> Int? {
        let number = element?.integer ?? (element?.string?.description).flatMap { Int($0) }
        return number.flatMap { (1...31_536_000).contains($0) ? $0 : nil }
    }
}
