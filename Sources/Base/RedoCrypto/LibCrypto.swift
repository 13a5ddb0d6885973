import RedoSystem

/// The digest functions of OpenSSL's libcrypto.
///
/// Tests assign the functions of the headers to these types, so a difference does not compile.
@safe struct LibCrypto {
    typealias Initialize = @convention(c) (UInt64, OpaquePointer?) -> Int32
    typealias Fetch =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?
        ) -> OpaquePointer?
    typealias NewContext = @convention(c) () -> OpaquePointer?
    typealias FreeContext = @convention(c) (OpaquePointer?) -> Void
    /// The header's third parameter is an array of parameters; it is always null here.
    typealias Begin = @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
    typealias Update = @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int32
    typealias Finish =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?
        ) -> Int32

    /// `EVP_MD_fetch`.
    let fetch: Fetch
    /// `EVP_MD_CTX_new`.
    let newContext: NewContext
    /// `EVP_MD_CTX_free`.
    let freeContext: FreeContext
    /// `EVP_DigestInit_ex2`.
    let begin: Begin
    /// `EVP_DigestUpdate`.
    let update: Update
    /// `EVP_DigestFinal_ex`.
    let finish: Finish
    /// The SHA-256 algorithm, fetched once: fetching it for each digest is three times slower.
    let sha256: OpaquePointer

    /// `OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT`.
    ///
    /// The system's configuration file could load other code into the process, and reading it takes longer
    /// than computing a thousand digests.
    static let options: UInt64 = 0x80 | 0x80000

    /// The library, loaded on first use.
    static let shared = LibCrypto(SharedLibrary(.crypto))

    private init(_ library: SharedLibrary) {
        let initialize: Initialize = unsafe library.function("OPENSSL_init_crypto")
        let fetch: Fetch = unsafe library.function("EVP_MD_fetch")
        unsafe self.fetch = fetch
        guard initialize(Self.options, nil) == 1, let sha256 = unsafe fetch(nil, "SHA256", nil)
        else {
            library.fail("SHA-256 of libcrypto.so.3")
        }
        unsafe self.sha256 = sha256
        unsafe newContext = library.function("EVP_MD_CTX_new")
        unsafe freeContext = library.function("EVP_MD_CTX_free")
        unsafe begin = library.function("EVP_DigestInit_ex2")
        unsafe update = library.function("EVP_DigestUpdate")
        unsafe finish = library.function("EVP_DigestFinal_ex")
    }
}

/// Unchecked: the library is never unloaded, and any thread may call its functions. OpenSSL never changes a
/// fetched algorithm and counts references to it atomically (openssl-threads(7)).
extension LibCrypto: @unchecked Sendable {}

/// A digest algorithm other than SHA-256, fetched on first use.
@safe struct FetchedDigest {
    /// The fetched `EVP_MD`.
    let algorithm: OpaquePointer

    /// The SHA-1 algorithm.
    static let sha1 = FetchedDigest("SHA1")

    /// Fetches an algorithm by its name. Wraps `EVP_MD_fetch(3)`.
    private init(_ name: String) {
        guard let algorithm = unsafe LibCrypto.shared.fetch(nil, name, nil) else {
            fatalError("OpenSSL has no \(name)")
        }
        unsafe self.algorithm = algorithm
    }
}

/// Unchecked: OpenSSL never changes a fetched algorithm.
extension FetchedDigest: @unchecked Sendable {}
