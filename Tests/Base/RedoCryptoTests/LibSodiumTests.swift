import CSodium
import Testing

@testable import RedoCrypto

/// libsodium's functions are looked up by name and cast; these are the types that they really have.
@Suite struct LibSodiumTests {
    /// The compiler does the comparing: a function of another type could not be assigned.
    @Test func functionTypesAreThoseOfTheHeader() {
        let initialize: LibSodium.Initialize = sodium_init
        let allocate: LibSodium.Allocate = sodium_malloc
        let free: LibSodium.Free = sodium_free
        let zero: LibSodium.Zero = sodium_memzero
        let compare: LibSodium.Compare = sodium_memcmp
        let deriveKeys: LibSodium.DeriveKeys = crypto_sign_seed_keypair
        let sign: LibSodium.Sign = crypto_sign_detached
        let verify: LibSodium.Verify = crypto_sign_verify_detached
        let hash: LibSodium.Hash = crypto_hash_sha256
        let hashPassphrase: LibSodium.HashPassphrase = crypto_pwhash
        let encrypt: LibSodium.Encrypt = crypto_aead_xchacha20poly1305_ietf_encrypt
        let decrypt: LibSodium.Decrypt = crypto_aead_xchacha20poly1305_ietf_decrypt
        let deriveBoxKeys: LibSodium.DeriveBoxKeys = crypto_box_seed_keypair
        let sealBox: LibSodium.SealBox = crypto_box_seal
        let openBox: LibSodium.OpenBox = crypto_box_seal_open
        let keyedHash: LibSodium.KeyedHash = crypto_generichash
        _ = (deriveBoxKeys, sealBox, openBox, keyedHash)
        _ = (initialize, allocate, free, zero, compare, deriveKeys, sign, verify)
        _ = (hash, hashPassphrase, encrypt, decrypt)
    }

    @Test func constantsAreThoseOfTheHeader() {
        #expect(LibSodium.argon2id == crypto_pwhash_ALG_ARGON2ID13)
        #expect(BoxKey.sealByteCount == Int(crypto_box_PUBLICKEYBYTES + crypto_box_MACBYTES))
        #expect(BoxKey.secretByteCount == Int(crypto_box_SECRETKEYBYTES))
        #expect(BoxKey.seedByteCount == Int(crypto_box_SEEDBYTES))
        #expect(LibSodium.secretKeyByteCount == Int(crypto_sign_SECRETKEYBYTES))
    }
}
