import RedoSystem

/// The functions of OpenSSL's libcrypto that keep the state of a SHA-256 computation where it can be read.
///
/// Those of ``LibCrypto`` hide it. These use the processor's SHA instructions as well. Tests assign the functions of
/// the header to these types, so a difference does not compile.
@safe struct LibCryptoSHA256 {
    /// The header's first parameter is a pointer to a `SHA256_CTX`.
    typealias Begin = @convention(c) (UnsafeMutableRawPointer?) -> Int32
    typealias Update = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, Int) -> Int32
    typealias Finish =
        @convention(c) (UnsafeMutablePointer<UInt8>?, UnsafeMutableRawPointer?) -> Int32
    typealias Transform =
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?) -> Void

    /// `SHA256_Init`.
    let begin: Begin
    /// `SHA256_Update`.
    let update: Update
    /// `SHA256_Final`.
    let finish: Finish
    /// `SHA256_Transform`: a block of 64 bytes.
    let transform: Transform

    /// The library, loaded on first use.
    static let shared = LibCryptoSHA256()

    private init() {
        // LibCrypto initializes the library.
        _ = LibCrypto.shared
        let library = SharedLibrary(.crypto)
        unsafe begin = library.function("SHA256_Init")
        unsafe update = library.function("SHA256_Update")
        unsafe finish = library.function("SHA256_Final")
        unsafe transform = library.function("SHA256_Transform")
    }
}

/// Unchecked: the library is never unloaded, and any thread may call its functions.
extension LibCryptoSHA256: @unchecked Sendable {}
