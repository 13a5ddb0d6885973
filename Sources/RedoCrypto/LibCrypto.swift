import Glibc
import RedoSystem

/// The functions of OpenSSL's libcrypto that make digests, and SHA-256 as it was fetched.
///
/// The library is loaded by the first digest rather than at start-up: loading takes half a
/// millisecond, a quarter of what a command that hashes nothing takes in all. A test assigns the
/// headers' functions to these types, so that they cannot drift apart.
@safe struct LibCrypto {
    typealias Initialize = @convention(c) (UInt64, OpaquePointer?) -> Int32
    typealias Fetch = @convention(c) (
        OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> OpaquePointer?
    typealias NewContext = @convention(c) () -> OpaquePointer?
    typealias FreeContext = @convention(c) (OpaquePointer?) -> Void
    typealias Begin = @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
    typealias Update = @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int32
    typealias Finish = @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?
    ) -> Int32

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

    static let shared: LibCrypto = {
        guard let library = load() else {
            // Without digests nothing can be read or written, and no caller could go on.
            let text = "error: STORAGE_001: libcrypto.so.3 (OpenSSL 3) cannot be loaded\n"
            try? writeBytes(Array(text.utf8).span, to: 2, path: "")
            Program.exit(128)
        }
        return library
    }()

    private static func load() -> LibCrypto? {
        guard let handle = unsafe dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
            // The types are those of the headers, which a test checks.
            unsafe dlsym(handle, name).map { unsafe unsafeBitCast($0, to: type) }
        }
        guard
            let initialize = unsafe symbol("OPENSSL_init_crypto", as: Initialize.self),
            let fetch = unsafe symbol("EVP_MD_fetch", as: Fetch.self),
            let newContext = unsafe symbol("EVP_MD_CTX_new", as: NewContext.self),
            let freeContext = unsafe symbol("EVP_MD_CTX_free", as: FreeContext.self),
            let begin = unsafe symbol("EVP_DigestInit_ex2", as: Begin.self),
            let update = unsafe symbol("EVP_DigestUpdate", as: Update.self),
            let finish = unsafe symbol("EVP_DigestFinal_ex", as: Finish.self),
            initialize(options, nil) == 1,
            let sha256 = unsafe fetch(nil, "SHA256", nil)
        else { return nil }
        return unsafe LibCrypto(
            newContext: newContext, freeContext: freeContext, begin: begin, update: update,
            finish: finish, sha256: sha256)
    }
}

/// Functions of a library that is never unloaded, and a digest that OpenSSL counts references to
/// with atomic operations and never changes: any thread may use them (OpenSSL's manual, section
/// "Thread safety" of openssl-threads(7)).
extension LibCrypto: @unchecked Sendable {}
