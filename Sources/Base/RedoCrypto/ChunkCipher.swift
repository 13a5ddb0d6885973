internal import CSodium

/// Authenticated encryption of the chunks of a long message: XChaCha20-Poly1305.
///
/// The caller passes a different nonce for each chunk, and owns the buffers of text and ciphertext.
package enum ChunkCipher {
    /// The size of a key in bytes.
    package static let keyByteCount = 32
    /// The size of a nonce in bytes.
    package static let nonceByteCount = Sealing.nonceByteCount
    /// The bytes that the ciphertext of a chunk has beyond its text.
    package static let tagByteCount = Sealing.tagByteCount

    /// Encrypts a chunk. Wraps `crypto_aead_xchacha20poly1305_ietf_encrypt(3)`.
    ///
    /// - Parameters:
    ///   - associated: what is authenticated but not encrypted.
    ///   - start: the offset in the output at which the ciphertext and its tag are written.
    package static func encrypt(
        _ chunk: Span<UInt8>, key: borrowing SecretMemory, nonce: [UInt8], associated: [UInt8],
        to output: inout [UInt8], at start: Int
    ) {
        precondition(key.count == keyByteCount && nonce.count == nonceByteCount)
        precondition(start >= 0 && output.count - start >= chunk.count + tagByteCount)
        // The output has room for the chunk and the tag. The call cannot fail.
        _ = unsafe key.withPointer { key in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe chunk.withUnsafeBufferPointer { chunk in
                    guard let output = output.baseAddress else { return Int32(-1) }
                    return unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                        output + start, nil, chunk.baseAddress, UInt64(chunk.count), associated,
                        UInt64(associated.count), nil, nonce, key)
                }
            }
        }
    }

    /// Decrypts a chunk. Wraps `crypto_aead_xchacha20poly1305_ietf_decrypt(3)`.
    ///
    /// - Parameters:
    ///   - chunk: ciphertext and tag.
    ///   - start: the offset in the output at which the text is written.
    /// - Returns: false if the key is wrong, or the chunk, the nonce or the associated data were changed. The output is
    ///   then filled with zeros.
    package static func decrypt(
        _ chunk: Span<UInt8>, key: borrowing SecretMemory, nonce: [UInt8], associated: [UInt8],
        to output: inout [UInt8], at start: Int
    ) -> Bool {
        precondition(key.count == keyByteCount && nonce.count == nonceByteCount)
        guard chunk.count >= tagByteCount else { return false }
        precondition(start >= 0 && output.count - start >= chunk.count - tagByteCount)
        // The output has room for the text.
        let status = unsafe key.withPointer { key in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe chunk.withUnsafeBufferPointer { chunk in
                    guard let output = output.baseAddress, let chunkStart = chunk.baseAddress else {
                        return Int32(-1)
                    }
                    return unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                        output + start, nil, nil, chunkStart, UInt64(chunk.count), associated,
                        UInt64(associated.count), nonce, key)
                }
            }
        }
        return status == 0
    }
}
