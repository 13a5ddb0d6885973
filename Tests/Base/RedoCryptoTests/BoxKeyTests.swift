import CSodium
import RedoSystem
import Testing

@testable import RedoCrypto

/// The key beside a signing key that opens boxes.
@Suite struct BoxKeyTests {
    private let message = Array("a message".utf8)

    /// By the formula of docs/extensions.md, worked out in Python without libsodium.
    @Test func theKeyIsThatOfTheSpecification() {
        let key = BoxKey(of: SampleKey.key()).publicKey
        #expect(key.hexadecimal == SampleKey.boxDigits)
    }

    @Test func sizesAreThoseOfTheHeader() {
        #expect(BoxKey.sealByteCount == Int(crypto_box_PUBLICKEYBYTES + crypto_box_MACBYTES))
        #expect(BoxKey.secretByteCount == Int(crypto_box_SECRETKEYBYTES))
        #expect(BoxKey.seedByteCount == Int(crypto_box_SEEDBYTES))
    }

    @Test func aBoxIsOpenedByItsKeyAlone() throws {
        let one = BoxKey(of: SigningKey.random())
        let other = BoxKey(of: SigningKey.random())
        let box = try #require(seal(message, to: one.publicKey))
        #expect(box.count == message.count + BoxKey.sealByteCount)
        #expect(open(box, with: one) == message && open(box, with: other) == nil)
        var changed = box
        changed[40] ^= 1
        #expect(open(changed, with: one) == nil)
        #expect(open(Array(box.prefix(47)), with: one) == nil && open([], with: one) == nil)
    }

    private func seal(_ message: [UInt8], to key: BoxPublicKey) -> [UInt8]? {
        key.seal(message.span)
    }

    private func open(_ box: [UInt8], with key: borrowing BoxKey) -> [UInt8]? {
        key.open(box.span)
    }

    @Test func nothingIsSealedToAKeyOfSmallOrder() {
        let zero = BoxPublicKey(checked: [UInt8](repeating: 0, count: 32))
        #expect(seal(message, to: zero) == nil)
    }

    // MARK: Files

    private let signer = Signer(SampleKey.key())

    @Test func aSignerThatOpensNoBoxesHasItsBoxKeyInAFile() throws {
        let file = try BoxFile.make(for: signer, named: "test")
        let read = try BoxFile(reading: file.text, of: signer.publicKey)
        let box = try #require(seal(message, to: read.boxKey))
        let key = try read.key(signedBy: signer)
        #expect(open(box, with: key) == message)
        // Each file is of another key.
        #expect(try BoxFile.make(for: signer, named: "test").boxKey != file.boxKey)
    }

    @Test func aFileMayBeAsLongAsAKeyFile() {
        #expect(BoxFile.maximumByteCount == KeyFile.maximumByteCount)
    }

    @Test func anotherSignerDoesNotOpenIt() throws {
        let file = try BoxFile.make(for: signer, named: "test")
        #expect(throws: RedoError.self) {
            _ = try file.key(signedBy: Signer(SigningKey.random())).publicKey
        }
        #expect(throws: RedoError.self) {
            _ = try BoxFile(reading: file.text, of: SigningKey.random().publicKey)
        }
    }

    @Test func anyChangedLineIsRefused() throws {
        let text = try BoxFile.make(for: signer, named: "test").text
        for index in text.indices {
            var changed = text
            // Another digit, letter or separator.
            changed[index] = changed[index] == 0x31 ? 0x32 : 0x31
            #expect(throws: RedoError.self, "\(index)") {
                _ = try BoxFile(reading: changed, of: signer.publicKey)
                    .key(signedBy: signer).publicKey
            }
        }
    }

    /// Signs validly, and each time with another random number, as some hardware does.
    private struct VaryingSigner: ForeignSigner {
        let name = "varying"
        let publicKey: PublicKey
        /// The scalar of the key.
        let scalar: [UInt8]

        init(seed: [UInt8]) {
            var hash = [UInt8](repeating: 0, count: 64)
            crypto_hash_sha512(&hash, seed, UInt64(seed.count))
            hash[0] &= 248
            hash[31] = hash[31] & 127 | 64
            var bytes = [UInt8](repeating: 0, count: 32)
            scalar = Array(hash[..<32])
            crypto_scalarmult_ed25519_base_noclamp(&bytes, scalar)
            publicKey = PublicKey(checked: bytes)
        }

        func sign(_ message: [UInt8]) throws(RedoError) -> Signature {
            var nonce = [UInt8](repeating: 0, count: 32)
            var point = nonce
            crypto_core_ed25519_scalar_random(&nonce)
            crypto_scalarmult_ed25519_base_noclamp(&point, nonce)
            let text = point + publicKey.bytes + message
            var hash = [UInt8](repeating: 0, count: 64)
            crypto_hash_sha512(&hash, text, UInt64(text.count))
            var factor = [UInt8](repeating: 0, count: 32)
            crypto_core_ed25519_scalar_reduce(&factor, hash)
            var product = factor
            var reduced = factor
            crypto_core_ed25519_scalar_reduce(&reduced, scalar + [UInt8](repeating: 0, count: 32))
            crypto_core_ed25519_scalar_mul(&product, factor, reduced)
            var sum = factor
            crypto_core_ed25519_scalar_add(&sum, product, nonce)
            return Signature(checked: point + sum)
        }
    }

    /// Ed25519 of RFC 8032 always gives the same signature; a box could not be opened again without that.
    @Test func aSignerThatSignsInAnotherWayEachTimeGetsNoBoxKey() throws {
        let varying = VaryingSigner(seed: RandomBytes.bytes(count: 32))
        let asked = Signer(asking: varying)
        // The signatures are valid.
        let (first, second) = (try asked.sign(message.span), try asked.sign(message.span))
        #expect(first != second)
        let error = #expect(throws: RedoError.self) {
            _ = try BoxFile.make(for: asked, named: "varying")
        }
        #expect(error?.helperFault?.state == .incapable)
    }

    private struct RandomSigner: ForeignSigner {
        let name = "random"
        let publicKey: PublicKey
        func sign(_ message: [UInt8]) throws(RedoError) -> Signature {
            Signature(checked: RandomBytes.bytes(count: Signature.byteCount))
        }
    }

    @Test func aSignatureThatIsNotTheKeysIsNotUsed() {
        let asked = Signer(asking: RandomSigner(publicKey: signer.publicKey))
        let error = #expect(throws: RedoError.self) { try asked.sign(message.span) }
        #expect(error?.helperFault?.state == .refused && error?.code == .keyNotLoaded)
    }
}
