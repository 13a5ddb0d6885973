import RedoCrypto
import RedoSystem

/// What keeps keys in the place of a file, and signs with them or hands them over.
package protocol KeyHelper: Sendable {
    /// `ssh-agent`, or as `key.helper` names it.
    var name: String { get }

    /// What it can do.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be reached.
    func verbs() throws(RedoError) -> Set<KeyVerb>

    /// The keys that it keeps.
    func list() throws(RedoError) -> [PublicKey]

    /// Looks whether it keeps a key that it can use now.
    ///
    /// - Returns: the box key beside it, if the helper opens boxes itself and says it.
    /// - Throws: KEYCHAIN_002 if it does not, or cannot be reached.
    func find(_ key: PublicKey) throws(RedoError) -> BoxPublicKey?

    /// Signs a message; callers go through ``Signer``, which verifies what comes.
    func sign(_ message: [UInt8], with key: PublicKey) throws(RedoError) -> Signature

    /// Opens a box that was sealed to the box key beside a key.
    func unseal(_ box: [UInt8], with key: PublicKey) throws(RedoError) -> [UInt8]

    /// The key itself.
    ///
    /// - Returns: nil if the helper keeps keys to itself.
    func key(_ key: PublicKey) throws(RedoError) -> SigningKey?

    /// Takes a key over.
    func store(_ key: borrowing SigningKey) throws(RedoError)

    /// Forgets a key.
    func delete(_ key: PublicKey) throws(RedoError)
}

extension KeyHelper {
    func absent(_ key: PublicKey) -> RedoError {
        .helper(name, .absent, "it does not have the key \(key.hexadecimal.prefix(32))")
    }

    /// - Throws: KEYCHAIN_002: it does not do that.
    func incapable(of verb: KeyVerb) -> RedoError {
        let doing =
            switch verb {
            case .capabilities, .list, .public: "does not list its keys"
            case .sign: "does not sign"
            case .unseal: "opens no boxes"
            case .store: "accepts no keys"
            case .delete: "deletes no keys"
            }
        return .helper(
            name, .incapable, "it \(doing)",
            remedies: ["'redo keygen' makes a key that redo keeps itself"])
    }

    package func unseal(_ box: [UInt8], with key: PublicKey) throws(RedoError) -> [UInt8] {
        throw incapable(of: .unseal)
    }

    package func key(_ key: PublicKey) throws(RedoError) -> SigningKey? { nil }

    package func store(_ key: borrowing SigningKey) throws(RedoError) {
        throw incapable(of: .store)
    }

    package func delete(_ key: PublicKey) throws(RedoError) { throw incapable(of: .delete) }

    /// What signs with a key: the key itself if the helper hands it over, else the helper.
    ///
    /// - Throws: KEYCHAIN_002 if the helper does not have the key, or cannot be reached.
    package func signer(_ key: PublicKey) throws(RedoError) -> Signer {
        if let held = try self.key(key) { return Signer(held) }
        return Signer(asking: HelperSigner(helper: self, publicKey: key))
    }
}

/// A key of a helper that keeps it to itself.
private struct HelperSigner: ForeignSigner {
    let helper: any KeyHelper
    let publicKey: PublicKey

    var name: String { helper.name }

    func sign(_ message: [UInt8]) throws(RedoError) -> Signature {
        try helper.sign(message, with: publicKey)
    }
}
