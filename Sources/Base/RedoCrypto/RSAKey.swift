import RedoSystem

/// The functions of OpenSSL's libcrypto that read private keys and sign with them.
///
/// Tests assign the headers' functions to these types, so that they cannot drift apart.
@safe struct LibCryptoKeys {
    typealias NewMemory = @convention(c) (UnsafeRawPointer?, Int32) -> OpaquePointer?
    typealias FreeMemory = @convention(c) (OpaquePointer?) -> Int32
    /// The second and third parameters are a place for the key and a callback in the header; they are
    /// always null here.
    typealias ReadKey =
        @convention(c) (
            OpaquePointer?, OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?
        ) -> OpaquePointer?
    typealias FreeKey = @convention(c) (OpaquePointer?) -> Void
    typealias IsA = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Int32
    /// The second parameter is a place for a context in the header; it is always null here.
    typealias Begin =
        @convention(c) (
            OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?
        ) -> Int32
    typealias Sign =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?,
            UnsafePointer<UInt8>?, Int
        ) -> Int32

    let newMemory: NewMemory
    let freeMemory: FreeMemory
    let readKey: ReadKey
    let freeKey: FreeKey
    let isA: IsA
    let begin: Begin
    let sign: Sign

    static let shared = LibCryptoKeys()

    private init() {
        // Digests first: they set the library up.
        _ = LibCrypto.shared
        let library = SharedLibrary("libcrypto.so.3", package: "libssl3")
        unsafe newMemory = library.function("BIO_new_mem_buf")
        unsafe freeMemory = library.function("BIO_free")
        unsafe readKey = library.function("PEM_read_bio_PrivateKey")
        unsafe freeKey = library.function("EVP_PKEY_free")
        unsafe isA = library.function("EVP_PKEY_is_a")
        unsafe begin = library.function("EVP_DigestSignInit")
        unsafe sign = library.function("EVP_DigestSign")
    }
}

/// Functions of a library that is never unloaded: any thread may call them.
extension LibCryptoKeys: @unchecked Sendable {}

/// A private RSA key, as service accounts have them. Owns OpenSSL's key.
@safe package struct RSAKey: ~Copyable {
    private let key: OpaquePointer

    /// Reads a key in PEM: PKCS #8 or PKCS #1, without a passphrase.
    ///
    /// - Returns: nil for anything else.
    package init?(pem: [UInt8]) {
        let library = LibCryptoKeys.shared
        // The text outlives the memory object, which does not copy it. An empty passphrase keeps OpenSSL
        // from asking for one on the terminal.
        var passphrase: CChar = 0
        let key = unsafe pem.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let memory = unsafe library.newMemory(bytes.baseAddress, Int32(bytes.count))
            else { return nil }
            defer { _ = unsafe library.freeMemory(memory) }
            return unsafe library.readKey(memory, nil, nil, &passphrase)
        }
        guard let key = unsafe key else { return nil }
        guard unsafe library.isA(key, "RSA") == 1 else {
            unsafe library.freeKey(key)
            return nil
        }
        unsafe self.key = key
    }

    deinit { unsafe LibCryptoKeys.shared.freeKey(key) }

    /// Signs bytes: RSASSA-PKCS1-v1_5 over SHA-256, which JSON Web Tokens call RS256 (RFC 7518,
    /// section 3.3).
    ///
    /// - Returns: nil where the key is too short for that.
    package func sign(_ bytes: [UInt8]) -> [UInt8]? {
        let library = LibCryptoKeys.shared
        guard let context = unsafe LibCrypto.shared.newContext() else { return nil }
        defer { unsafe LibCrypto.shared.freeContext(context) }
        guard unsafe library.begin(context, nil, LibCrypto.shared.sha256, nil, key) == 1 else {
            return nil
        }
        var count = 0
        // The first call asks for the length, the second writes at most so many bytes.
        guard unsafe library.sign(context, nil, &count, bytes, bytes.count) == 1 else { return nil }
        var signature = [UInt8](repeating: 0, count: count)
        guard unsafe library.sign(context, &signature, &count, bytes, bytes.count) == 1 else {
            return nil
        }
        return Array(signature.prefix(count))
    }
}
