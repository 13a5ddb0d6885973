import RedoSystem

/// The functions of OpenSSL's libcrypto for private keys.
///
/// Tests assign the functions of the headers to these types, so a difference does not compile.
@safe struct LibCryptoKeys {
    typealias NewMemory = @convention(c) (UnsafeRawPointer?, Int32) -> OpaquePointer?
    typealias FreeMemory = @convention(c) (OpaquePointer?) -> Int32
    /// The header's second parameter is an address for the key, the third a callback; they are always null
    /// here.
    typealias ReadKey =
        @convention(c) (
            OpaquePointer?, OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?
        ) -> OpaquePointer?
    typealias FreeKey = @convention(c) (OpaquePointer?) -> Void
    typealias IsA = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Int32
    /// The header's second parameter is an address for a context; it is always null here.
    typealias Begin =
        @convention(c) (
            OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?
        ) -> Int32
    typealias Sign =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?,
            UnsafePointer<UInt8>?, Int
        ) -> Int32

    /// `BIO_new_mem_buf`.
    let newMemory: NewMemory
    /// `BIO_free`.
    let freeMemory: FreeMemory
    /// `PEM_read_bio_PrivateKey`.
    let readKey: ReadKey
    /// `EVP_PKEY_free`.
    let freeKey: FreeKey
    /// `EVP_PKEY_is_a`.
    let isA: IsA
    /// `EVP_DigestSignInit`.
    let begin: Begin
    /// `EVP_DigestSign`.
    let sign: Sign

    /// The library, loaded on first use.
    static let shared = LibCryptoKeys()

    private init() {
        // LibCrypto initializes the library.
        _ = LibCrypto.shared
        let library = SharedLibrary(.crypto)
        unsafe newMemory = library.function("BIO_new_mem_buf")
        unsafe freeMemory = library.function("BIO_free")
        unsafe readKey = library.function("PEM_read_bio_PrivateKey")
        unsafe freeKey = library.function("EVP_PKEY_free")
        unsafe isA = library.function("EVP_PKEY_is_a")
        unsafe begin = library.function("EVP_DigestSignInit")
        unsafe sign = library.function("EVP_DigestSign")
    }
}

/// Unchecked: the library is never unloaded, and any thread may call its functions.
extension LibCryptoKeys: @unchecked Sendable {}
