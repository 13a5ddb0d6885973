import RedoFirestore
import RedoRepository
import RedoSystem

extension KeptLogin {
    /// Gets tokens with the login that is kept here. If that gives another token for further ones, it is kept in place of the
    /// last.
    ///
    /// - Parameter asked: the only one whose tokens are wanted; nil for whoever is logged in.
    /// - Throws: FIREBASE_001 if there is no login, or one of another user or server, KEYCHAIN_002 if the key cannot be used.
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
