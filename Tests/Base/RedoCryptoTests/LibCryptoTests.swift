import CCrypto
import Testing

@testable import RedoCrypto

/// OpenSSL's functions are looked up by name and cast; these are the types that they really have.
@Suite struct LibCryptoTests {
    /// The compiler does the comparing: a function of another type could not be assigned.
    @Test func functionTypesAreThoseOfTheHeaders() {
        let initialize: LibCrypto.Initialize = OPENSSL_init_crypto
        let fetch: LibCrypto.Fetch = EVP_MD_fetch
        let newContext: LibCrypto.NewContext = EVP_MD_CTX_new
        let freeContext: LibCrypto.FreeContext = EVP_MD_CTX_free
        let update: LibCrypto.Update = EVP_DigestUpdate
        let finish: LibCrypto.Finish = EVP_DigestFinal_ex
        _ = (initialize, fetch, newContext, freeContext, update, finish)
    }

    /// The last parameter points to options, of which there are never any; only the headers name
    /// their type.
    @Test func beginIsThatOfTheHeadersButForItsNilOptions() {
        typealias InHeaders =
            @convention(c) (
                OpaquePointer?, OpaquePointer?, UnsafePointer<OSSL_PARAM>?
            ) -> Int32
        typealias WithoutHeaders =
            @convention(c) (
                OpaquePointer?, OpaquePointer?, OpaquePointer?
            ) -> Int32
        let begin: InHeaders = EVP_DigestInit_ex2
        _ = begin
        #expect(LibCrypto.Begin.self == WithoutHeaders.self)
    }

    @Test func optionsAreThoseOfTheHeaders() {
        let expected = UInt64(OPENSSL_INIT_NO_LOAD_CONFIG) | UInt64(OPENSSL_INIT_NO_ATEXIT)
        #expect(LibCrypto.options == expected)
    }
}
