import CCrypto
import Testing

@testable import RedoCrypto

/// OpenSSL's functions are looked up by name and cast; these are the types that they really have.
@Suite struct LibCryptoKeysTests {
    /// The compiler does the comparing: a function of another type could not be assigned.
    @Test func functionTypesAreThoseOfTheHeaders() {
        let newMemory: LibCryptoKeys.NewMemory = BIO_new_mem_buf
        let freeMemory: LibCryptoKeys.FreeMemory = BIO_free
        let freeKey: LibCryptoKeys.FreeKey = EVP_PKEY_free
        let isA: LibCryptoKeys.IsA = EVP_PKEY_is_a
        let sign: LibCryptoKeys.Sign = EVP_DigestSign
        _ = (newMemory, freeMemory, freeKey, isA, sign)
    }

    /// Parameters that are always null stand for types that only the headers name.
    @Test func functionsWithUnusedParametersAreThoseOfTheHeadersButForThem() {
        typealias AskForPassphrase =
            @convention(c) (
                UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?
            ) -> Int32
        typealias ReadKey =
            @convention(c) (
                OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?, AskForPassphrase?,
                UnsafeMutableRawPointer?
            ) -> OpaquePointer?
        typealias Begin =
            @convention(c) (
                OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?, OpaquePointer?,
                OpaquePointer?, OpaquePointer?
            ) -> Int32
        let readKey: ReadKey = PEM_read_bio_PrivateKey
        let begin: Begin = EVP_DigestSignInit
        _ = (readKey, begin)
    }
}
