// RedoCrypto owns digests, signatures, encryption and key files; it alone calls libcrypto, libsodium and libxxhash,
// which are loaded when they are first needed. Secrets are in ``SecretMemory``, which wipes itself.
//
// It does not decide which key a person uses, and starts no program that keeps keys: RedoKeys and the keyring of
// RedoRepository do that.
//
// Start here, or with ``SHA256`` for digests, ``SigningKey`` and ``PublicKey`` for Ed25519, ``BoxKey`` for sealed
// boxes, ``KeyDirectory`` and ``KeyFile`` for keys on disk, ``KeyFault`` for what can be wrong with them.

import RedoSystem

/// The signing key of a person: a key in the memory of this process, or a program that keeps its key to itself.
///
/// Several threads may sign with one value. A key in memory is used without a copy.
package struct Signer: Sendable {
    private enum Means: Sendable {
        case key(HeldKey)
        case program(any ForeignSigner)
    }

    /// The public key that signatures are verified with.
    package let publicKey: PublicKey
    private let means: Means
    /// Adds hints to an error.
    private var explain: @Sendable (RedoError) -> RedoError = { $0 }

    /// Creates a signer that owns a key.
    package init(_ key: consuming SigningKey) {
        publicKey = key.publicKey
        means = .key(HeldKey(key))
    }

    /// Creates a signer that requests signatures from a program.
    package init(asking program: any ForeignSigner) {
        publicKey = program.publicKey
        means = .program(program)
    }

    /// Whether the key is in the memory of this process: then signing cannot fail.
    package var isAtHand: Bool {
        if case .key = means { true } else { false }
    }

    /// Signs a message with the key in memory; nil if a program keeps the key.
    package func signatureAtHand(of message: Span<UInt8>) -> Signature? {
        if case .key(let held) = means { held.key.sign(message) } else { nil }
    }

    /// The same signer, with other errors.
    ///
    /// - Parameter explain: receives each error, and returns the one that is thrown.
    package func explaining(_ explain: @escaping @Sendable (RedoError) -> RedoError) -> Signer {
        var signer = self
        signer.explain = explain
        return signer
    }

    /// Signs a message. A signature of another program is verified before it is used.
    ///
    /// - Throws: KEYCHAIN_002 if a program does not sign; a key in memory always does.
    package func sign(_ message: Span<UInt8>) throws(RedoError) -> Signature {
        switch means {
        case .key(let held): return held.key.sign(message)
        case .program(let program):
            do throws(RedoError) {
                let signature = try program.sign(message.array)
                if publicKey.isSigner(of: message, signature: signature) { return signature }
                throw .helper(
                    program.name, .refused,
                    "it gave a signature that is not \(publicKey.hexadecimal)'s")
            } catch {
                throw explain(error)
            }
        }
    }
}

/// A program that signs with a key that it keeps to itself.
package protocol ForeignSigner: Sendable {
    /// The name of the program in errors.
    var name: String { get }
    var publicKey: PublicKey { get }

    /// Signs a message. The caller verifies the signature.
    ///
    /// - Throws: KEYCHAIN_002 if the program does not sign.
    func sign(_ message: [UInt8]) throws(RedoError) -> Signature
}

/// A key with which several threads sign.
///
/// Unchecked: the secret is written before the object exists, and signing only reads it.
private final class HeldKey: @unchecked Sendable {
    let key: SigningKey

    init(_ key: consuming SigningKey) { self.key = key }
}
