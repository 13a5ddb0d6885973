import RedoCrypto
import RedoHTTP
import RedoJSON
import RedoSystem

/// The key of a service account: a JSON file that Google creates.
///
/// ```
/// {"type": "service_account", "client_email": …, "private_key_id": …, "private_key": PEM,
///  "token_uri": "https://oauth2.googleapis.com/token", …}
/// ```
struct ServiceAccount {
    let path: String
    private let email: JSONString
    private let keyID: JSONString?
    private let privateKey: [UInt8]
    let tokenURL: String

    private static let scope: JSONString = "https://www.googleapis.com/auth/datastore"
    private static let maximumByteCount = 1 << 16
    /// The lifetime of a signed request for a token in seconds.
    private static let lifetime = 3600

    /// Parses a key file.
    ///
    /// - Throws: ``FirestoreError`` if it cannot be read, is not such a file, or others can read it.
    init(reading path: String) throws(FirestoreError) {
        let bytes: [UInt8]
        let isOpen: Bool
        do throws(SystemError) {
            isOpen = try Files.status(of: path).map { $0.permissions & 0o077 != 0 } ?? false
            bytes = try Files.readInput(path, limit: Self.maximumByteCount)
        } catch {
            throw .key(path, error.reason)
        }
        if isOpen { throw .key(path, "others can read it", hints: ["chmod 600 \(path)"]) }
        let root = (try? JSONDocument(bytes))?.root
        guard let root, root["type"]?.equals("service_account") == true,
            let email = root["client_email"]?.string, let key = root["private_key"]?.string,
            let url = root["token_uri"]?.string?.description
        else { throw .key(path, "it is not a key of a service account") }
        guard url.hasPrefix("https://") || isLoopback(url) else {
            throw .key(path, "its token_uri is not https")
        }
        self.path = path
        self.email = email
        keyID = root["private_key_id"]?.string
        privateKey = key.utf8
        tokenURL = url
    }

    /// The request for a token, signed: a JSON Web Token (RFC 7523, section 2.1).
    ///
    /// - Parameter now: the current time in seconds since 1970.
    func assertion(now: Int) throws(FirestoreError) -> String {
        var heading: [JSONMember] = [JSONMember("alg", "RS256"), JSONMember("typ", "JWT")]
        if let keyID { heading.append(JSONMember("kid", .string(keyID))) }
        let claims: JSONValue = [
            "iss": .string(email), "scope": .string(Self.scope),
            "aud": .string(JSONString(tokenURL)), "iat": .number(Double(now)),
            "exp": .number(Double(now + Self.lifetime)),
        ]
        let text =
            base64URL(CanonicalJSON.bytes(.object(heading))) + "."
            + base64URL(CanonicalJSON.bytes(claims))
        guard let key = RSAKey(pem: privateKey), let signature = key.sign(Array(text.utf8)) else {
            throw .key(path, "its private_key is not an RSA key that can sign")
        }
        return "\(text).\(base64URL(signature))"
    }
}

extension FirestoreError {
    fileprivate static func key(
        _ path: String, _ reason: String, hints: [String] = []
    ) -> FirestoreError {
        FirestoreError(.noToken, "the key file \(path) cannot be used: \(reason)", hints: hints)
    }
}
