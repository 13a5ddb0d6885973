import RedoSystem
import Testing

@testable import RedoCrypto

/// A test key, and key files of it.
enum SampleKey {
    static let seedDigits = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    static let publicDigits = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    /// The box key: `crypto_box_seed_keypair` of the keyed BLAKE2b-256 of `redo box 1`, by another program.
    static let boxDigits = "6c746e1f35d9ebaeb8ca72c5e1b151ec5d4ac6154e96ac8d718ec1055906fa47"
    static let user = String(publicDigits.prefix(32))
    /// The public key of RFC 8032's second test: well formed, and not this key's.
    static let otherDigits = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"

    static let unsealed = text()

    /// The text of an unsealed key file.
    static func text(
        version: String = "redo-key 1", publicKey: String = publicDigits, seed: String = seedDigits
    ) -> String {
        "\(version)\npublicKey \(publicKey)\nseed \(seed)\n"
    }

    /// The least that libsodium takes: opening costs microseconds instead of 50 ms.
    static let cheap = Sealing(
        operations: 1, memory: 8192, salt: Array(0..<16), nonce: Array(100..<124))

    static func key() -> SigningKey {
        var seed = bytes(hexadecimal: Array(seedDigits.utf8).span) ?? []
        return SigningKey(seed: SecretMemory(taking: &seed))
    }

    static func secret(_ text: String) -> SecretMemory {
        var bytes = Array(text.utf8)
        return SecretMemory(taking: &bytes)
    }

    /// A key file that is sealed at little cost.
    static func cheaplySealed(under passphrase: String) throws -> String {
        let head = """
            redo-key 1
            publicKey \(publicDigits)
            argon2id 1 8192 \(digits(cheap.salt))
            nonce \(digits(cheap.nonce))

            """
        let sealed = cheap.seal(
            key().seed(), under: secret(passphrase), associated: Array(head.utf8))
        return "\(head)sealed \(digits(try #require(sealed)))\n"
    }

    static func digits(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        appendHexadecimal(bytes.span, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    static func read(_ text: String) throws(RedoError) -> KeyFile {
        var bytes = Array(text.utf8)
        return try KeyFile(reading: &bytes)
    }

    /// Reads a key file and opens it with a passphrase.
    ///
    /// - Returns: the public key that the seed makes.
    static func open(_ text: [UInt8], with passphrase: String) throws(RedoError) -> PublicKey {
        var text = text
        let file = try KeyFile(reading: &text)
        return try file.signingKey { () throws(RedoError) in secret(passphrase) }.publicKey
    }
}
