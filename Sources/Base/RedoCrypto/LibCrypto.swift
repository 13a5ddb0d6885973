import RedoSystem

/// The functions of OpenSSL's libcrypto that make digests, and SHA-256 as it was fetched.
///
/// Tests assign the headers' functions to these types, so that they cannot drift apart.
@safe struct LibCrypto {
    typealias Initialize = @convention(c) (UInt64, OpaquePointer?) -> Int32
    typealias Fetch =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?
        ) -> OpaquePointer?
    typealias NewContext = @convention(c) () -> OpaquePointer?
    typealias FreeContext = @convention(c) (OpaquePointer?) -> Void
    /// The third parameter is a pointer to parameters in the header; it is always null here.
    typealias Begin = @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
    typealias Update = @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int32
    typealias Finish =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?
        ) -> Int32

    let fetch: Fetch
    let newContext: NewContext
    let freeContext: FreeContext
    let begin: Begin
    let update: Update
    let finish: Finish
    /// SHA-256, fetched once: fetching it for each digest is three times slower.
    let sha256: OpaquePointer

    /// `OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT`: the machine's configuration file could
    /// load other code into the process, and reading it takes longer than a thousand digests.
    static let options: UInt64 = 0x80 | 0x80000

    static let shared = LibCrypto(SharedLibrary("libcrypto.so.3", package: "libssl3"))

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

/// Functions of a library that is never unloaded, and a digest that OpenSSL counts references to
/// with atomic operations and never changes: any thread may use them (OpenSSL's manual, section
/// "Thread safety" of openssl-threads(7)).
extension LibCrypto: @unchecked Sendable {}

/// A digest that OpenSSL offers beside SHA-256, fetched when it is first needed.
@safe struct FetchedDigest {
    let algorithm: OpaquePointer

    static let sha1 = FetchedDigest("SHA1")

    private init(_ name: String) {
        guard let algorithm = unsafe LibCrypto.shared.fetch(nil, name, nil) else {
            fatalError("OpenSSL has no \(name)")
        }
        unsafe self.algorithm = algorithm
    }
}

/// As ``LibCrypto``: OpenSSL never changes a digest that was fetched.
extension FetchedDigest: @unchecked Sendable {}
