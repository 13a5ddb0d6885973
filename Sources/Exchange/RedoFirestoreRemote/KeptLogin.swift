import RedoCrypto
import RedoFirestore
import RedoJSON
import RedoRepository
import RedoSystem

/// The stored login with Firebase: a refresh token, in a box that a key of the user opens.
///
/// ```
/// firebase.login              in the user's configuration folder, mode 0600
///
/// redo-login 1
/// user 32 digits              whose key opens the box
/// sealed digits               JSON: endpoint, refreshToken, and uid if it is known
/// ```
///
/// So the token is protected like the key: by its key helper, its passphrase, or its file (docs/keys.md).
package struct KeptLogin {
    /// The token with which further tokens are requested. It appears in no argument, log or error.
    let refreshToken: String
    /// The only address to which the token is sent.
    let endpoint: String
    /// The user's account in Firebase; nil if it is unknown.
    let uid: String?

    private static let title = "redo-login 1"
    private static let maximumByteCount = 1 << 17

    private static func path(in home: UserHome) throws(RedoError) -> String {
        Path.join(try home.configurationDirectory(), "firebase.login")
    }

    package init(refreshToken: String, endpoint: String, uid: String?) {
        self.refreshToken = refreshToken
        self.endpoint = endpoint
        self.uid = uid
    }

    // MARK: Writing

    /// Stores the login, for a key of the user.
    ///
    /// - Throws: KEYCHAIN_002 if the key cannot be used, KEYCHAIN_001 if nothing can be written.
    package func keep(for user: String, _ keyring: Keyring) throws(RedoError) {
        let box = try keyring.boxKey(of: user)
        var members = [
            JSONMember("endpoint", .string(JSONString(endpoint))),
            JSONMember("refreshToken", .string(JSONString(refreshToken))),
        ]
        if let uid { members.append(JSONMember("uid", .string(JSONString(uid)))) }
        var message = CanonicalJSON.bytes(.object(members))
        defer { wipe(&message) }
        guard let sealed = box.seal(message.span) else {
            throw .key(.notAKey(reason: "nothing can be sealed to the box key of \(user)"))
        }
        var text = Array("\(Self.title)\nuser \(user)\nsealed ".utf8)
        appendHexadecimal(sealed.span, to: &text)
        text.append(UInt8(ascii: "\n"))
        let path = try Self.path(in: keyring.home)
        do throws(SystemError) {
            try Files.makeDirectories(Path.parent(of: path), mode: 0o700)
            try Files.replace(path, with: text.span, mode: 0o600)
        } catch {
            throw RedoError(.keyNotSaved, "the login cannot be kept", cause: error)
        }
    }

    /// Removes the login.
    ///
    /// - Returns: whether there was one.
    /// - Throws: KEYCHAIN_001 if it cannot be removed.
    package static func forget(in home: UserHome) throws(RedoError) -> Bool {
        let path = try path(in: home)
        do throws(SystemError) {
            try Files.remove(path)
            try Files.synchronizeDirectory(Path.parent(of: path))
            return true
        } catch {
            if error.isNotFound { return false }
            throw RedoError(.keyNotSaved, "the login cannot be removed", cause: error)
        }
    }

    // MARK: Reading

    /// Reads the login, and the user whose key opens it.
    ///
    /// - Throws: FIREBASE_001 if there is none or it cannot be read, KEYCHAIN_002 if the key cannot be used.
    static func read(
        _ keyring: Keyring
    ) throws(RedoError) -> (login: KeptLogin, user: String) {
        let path = try path(in: keyring.home)
        let text: [UInt8]
        do throws(SystemError) {
            text = try Files.read(path, limit: maximumByteCount)
        } catch {
            guard error.isNotFound else {
                throw RedoError(.noToken, "the login cannot be read", cause: error)
            }
            throw RedoError(
                .noToken, "there is no login with Firebase", hints: ["redo login firebase"])
        }
        guard let (user, sealed) = parsed(text) else { throw damaged(path) }
        var message = try keyring.unseal(sealed, for: user)
        defer { wipe(&message) }
        guard let root = (try? JSONDocument(message))?.root,
            let endpoint = root["endpoint"]?.string, let token = root["refreshToken"]?.string
        else { throw damaged(path) }
        let login = KeptLogin(
            refreshToken: token.description, endpoint: endpoint.description,
            uid: root["uid"]?.string?.description)
        return (login, user)
    }

    private static func damaged(_ path: String) -> RedoError {
        RedoError(
            .noToken, "\(path) is not a login, or damaged",
            hints: ["'redo login firebase' creates another"])
    }

    private static func parsed(_ text: [UInt8]) -> (user: String, sealed: [UInt8])? {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard lines.count == 4, lines[0] == title, lines[3].isEmpty,
            lines[1].hasPrefix("user "), lines[2].hasPrefix("sealed "),
            let sealed = bytes(ofDigits: lines[2].utf8.dropFirst("sealed ".utf8.count))
        else { return nil }
        return (String(lines[1].dropFirst("user ".count)), sealed)
    }

    private static func bytes(ofDigits digits: some Collection<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = lowercaseHexValue(digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}

extension KeptLogin {
    /// Requests tokens with the stored login. If the answer has a new refresh token, that replaces the stored one.
    ///
    /// - Parameter asked: the account whose tokens are requested; nil for the one that is logged in.
    /// - Throws: FIREBASE_001 if there is no login, or one of another user or server, KEYCHAIN_002 if the key cannot be
    ///   used.
    package static func tokens(
        for asked: String?, _ keyring: Keyring
    ) throws(RedoError) -> IdentityTokens {
        let (login, user) = try read(keyring)
        if let uid = login.uid, let asked, asked != uid {
            throw RedoError(
                .noToken, "the login is that of \(uid), and the remote is that of \(asked)",
                hints: [
                    "'redo login firebase' logs in as another", "or set uid in the remote's URL",
                ])
        }
        let service = try IdentityService(of: keyring.home)
        guard service.refreshEndpoint == login.endpoint else {
            throw RedoError(
                .noToken,
                "the login is for \(hostName(of: login.endpoint)), and the configuration names "
                    + "\(hostName(of: service.refreshEndpoint))",
                hints: ["redo login firebase"])
        }
        let tokens = try service.tokens(refreshing: login.refreshToken)
        if tokens.refreshToken != login.refreshToken {
            let next = KeptLogin(
                refreshToken: tokens.refreshToken, endpoint: login.endpoint,
                uid: tokens.uid ?? login.uid)
            try next.keep(for: user, keyring)
        }
        return tokens
    }
}
