// RedoKeys owns the keys that are kept elsewhere than in a key file: by helper programs, OpenSSH's agent, `age`, the
// Secret Service of a desktop (it alone calls libsecret), and by redo's own key agent (docs/keys.md).
//
// It does not choose the key of a person, and does not prompt for passphrases: its callers and the helpers do.
//
// Start with ``KeyHelper``, the protocol of all of them, and ``KeyVerb``, the table of requests. ``KeyAgentServer`` is
// the process of the agent, ``KeyAgent`` its client.

import RedoCrypto
import RedoSystem

/// A service that keeps keys instead of a file, and signs with them or returns them.
package protocol KeyHelper: Sendable {
    /// `ssh-agent`, or the name in `key.helper`.
    var name: String { get }

    /// The requests that it supports.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be reached.
    func verbs() throws(RedoError) -> Set<KeyVerb>

    /// The keys that it keeps.
    func list() throws(RedoError) -> [PublicKey]

    /// Checks that the helper keeps a key and can use it now.
    ///
    /// - Returns: the box key of the key, if the helper itself opens boxes and returns it.
    /// - Throws: KEYCHAIN_002 if the key is missing or unusable, or the helper cannot be reached.
    func find(_ key: PublicKey) throws(RedoError) -> BoxPublicKey?

    /// Signs a message. Callers use ``Signer``, which verifies the signature.
    func sign(_ message: [UInt8], with key: PublicKey) throws(RedoError) -> Signature

    /// Opens a box that was sealed to the box key of a key.
    func unseal(_ box: [UInt8], with key: PublicKey) throws(RedoError) -> [UInt8]

    /// Returns the key itself.
    ///
    /// - Returns: nil if the helper keeps keys to itself.
    func key(_ key: PublicKey) throws(RedoError) -> SigningKey?

    /// Saves a key in the helper.
    func store(_ key: borrowing SigningKey) throws(RedoError)

    /// Removes a key.
    func delete(_ key: PublicKey) throws(RedoError)
}

extension KeyHelper {
    func absent(_ key: PublicKey) -> RedoError {
        .helper(name, .absent, "it does not have the key \(key.hexadecimal.prefix(32))")
    }

    /// The error of a helper that does not support a request.
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
            remedies: ["'redo keygen' creates a key that redo keeps itself"])
    }

    package func unseal(_ box: [UInt8], with key: PublicKey) throws(RedoError) -> [UInt8] {
        throw incapable(of: .unseal)
    }

    package func key(_ key: PublicKey) throws(RedoError) -> SigningKey? { nil }

    package func store(_ key: borrowing SigningKey) throws(RedoError) {
        throw incapable(of: .store)
    }

    package func delete(_ key: PublicKey) throws(RedoError) { throw incapable(of: .delete) }

    /// Returns a signer: the key itself if the helper returns it, else the helper.
    ///
    /// - Throws: KEYCHAIN_002 if the helper does not have the key, or cannot be reached.
    package func signer(_ key: PublicKey) throws(RedoError) -> Signer {
        if let held = try self.key(key) { return Signer(held) }
        return Signer(asking: HelperSigner(helper: self, publicKey: key))
    }
}

/// A key that never leaves its helper.
private struct HelperSigner: ForeignSigner {
    let helper: any KeyHelper
    let publicKey: PublicKey

    var name: String { helper.name }

    func sign(_ message: [UInt8]) throws(RedoError) -> Signature {
        try helper.sign(message, with: publicKey)
    }
}
