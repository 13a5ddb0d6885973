import RedoSystem

/// The functions of libsodium that this module uses.
///
/// Tests assign the functions of the header to these types, so a difference does not compile.
@safe struct LibSodium {
    typealias Initialize = @convention(c) () -> Int32
    typealias Allocate = @convention(c) (Int) -> UnsafeMutableRawPointer?
    typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
    typealias Zero = @convention(c) (UnsafeMutableRawPointer?, Int) -> Void
    typealias Compare = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, Int) -> Int32
    typealias DeriveKeys =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>
        ) -> Int32
    typealias Sign =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt64>?, UnsafePointer<UInt8>?,
            UInt64,
            UnsafePointer<UInt8>
        ) -> Int32
    typealias Verify =
        @convention(c) (
            UnsafePointer<UInt8>, UnsafePointer<UInt8>?, UInt64, UnsafePointer<UInt8>
        ) -> Int32
    typealias Hash =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>?, UInt64
        ) -> Int32
    typealias HashPassphrase =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UInt64, UnsafePointer<CChar>, UInt64, UnsafePointer<UInt8>,
            UInt64, Int, Int32
        ) -> Int32
    typealias Encrypt =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt64>?, UnsafePointer<UInt8>?,
            UInt64,
            UnsafePointer<UInt8>?, UInt64, UnsafePointer<UInt8>?, UnsafePointer<UInt8>,
            UnsafePointer<UInt8>
        ) -> Int32
    typealias Decrypt =
        @convention(c) (
            UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt64>?,
            UnsafeMutablePointer<UInt8>?,
            UnsafePointer<UInt8>, UInt64, UnsafePointer<UInt8>?, UInt64, UnsafePointer<UInt8>,
            UnsafePointer<UInt8>
        ) -> Int32

    typealias DeriveBoxKeys = DeriveKeys
    typealias SealBox =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>?, UInt64, UnsafePointer<UInt8>
        ) -> Int32
    typealias OpenBox =
        @convention(c) (
            UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>, UInt64, UnsafePointer<UInt8>,
            UnsafePointer<UInt8>
        ) -> Int32
    typealias KeyedHash =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, Int, UnsafePointer<UInt8>?, UInt64, UnsafePointer<UInt8>?,
            Int
        ) -> Int32

    /// `sodium_malloc`.
    let allocate: Allocate
    /// `sodium_free`.
    let free: Free
    /// `sodium_memzero`.
    let zero: Zero
    /// `sodium_memcmp`.
    let compare: Compare
    /// `crypto_sign_seed_keypair`.
    let deriveKeys: DeriveKeys
    /// `crypto_sign_detached`.
    let sign: Sign
    /// `crypto_sign_verify_detached`.
    let verify: Verify
    /// `crypto_hash_sha256`.
    let hash: Hash
    /// `crypto_pwhash`.
    let hashPassphrase: HashPassphrase
    /// `crypto_aead_xchacha20poly1305_ietf_encrypt`.
    let encrypt: Encrypt
    /// `crypto_aead_xchacha20poly1305_ietf_decrypt`.
    let decrypt: Decrypt
    /// `crypto_box_seed_keypair`.
    let deriveBoxKeys: DeriveBoxKeys
    /// `crypto_box_seal`.
    let sealBox: SealBox
    /// `crypto_box_seal_open`.
    let openBox: OpenBox
    /// `crypto_generichash`.
    let keyedHash: KeyedHash

    /// `crypto_pwhash_ALG_ARGON2ID13`.
    static let argon2id: Int32 = 2
    /// `crypto_sign_SECRETKEYBYTES`.
    static let secretKeyByteCount = 64

    /// The library, loaded on first use.
    static let shared = LibSodium(SharedLibrary(.sodium))

    private init(_ library: SharedLibrary) {
        let initialize: Initialize = library.function("sodium_init")
        // The call fails only if the system has no random generator.
        guard initialize() >= 0 else { library.fail("the randomness of libsodium.so.23") }
        unsafe allocate = library.function("sodium_malloc")
        unsafe free = library.function("sodium_free")
        unsafe zero = library.function("sodium_memzero")
        unsafe compare = library.function("sodium_memcmp")
        unsafe deriveKeys = library.function("crypto_sign_seed_keypair")
        unsafe sign = library.function("crypto_sign_detached")
        unsafe verify = library.function("crypto_sign_verify_detached")
        unsafe hash = library.function("crypto_hash_sha256")
        unsafe hashPassphrase = library.function("crypto_pwhash")
        unsafe encrypt = library.function("crypto_aead_xchacha20poly1305_ietf_encrypt")
        unsafe decrypt = library.function("crypto_aead_xchacha20poly1305_ietf_decrypt")
        unsafe deriveBoxKeys = library.function("crypto_box_seed_keypair")
        unsafe sealBox = library.function("crypto_box_seal")
        unsafe openBox = library.function("crypto_box_seal_open")
        unsafe keyedHash = library.function("crypto_generichash")
    }
}

/// Unchecked: the library is never unloaded, and any thread may call its functions after `sodium_init`
/// (libsodium's manual).
extension LibSodium: @unchecked Sendable {}
