import CCrypto
import RedoSystem
import TestSupport
import Testing

@testable import RedoCrypto

/// Digests that are computed in several goes.
@Suite struct ResumableSHA256Tests {
    private func message(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    }

    /// Every length and every place to stop, around three blocks.
    @Test func whatIsKeptGoesOn() throws {
        for count in 0...200 {
            let message = message(count)
            let expected = SHA256.digest(message.span)
            for place in 0...count {
                var begun = ResumableSHA256()
                begun.update(message.span.extracting(first: place))
                #expect(begun.digest == SHA256.digest(message.span.extracting(first: place)))
                let written = begun.written
                #expect(written.count == ResumableSHA256.writtenByteCount)
                let read = ResumableSHA256(written: written.span)
                var resumed = try #require(read)
                #expect(resumed == begun && resumed.written == written)
                resumed.update(message.span.extracting(place...))
                begun.update(message.span.extracting(place...))
                #expect(resumed.digest == expected && begun.digest == expected, "\(count) \(place)")
            }
        }
    }

    @Test func manyGoesMakeOneDigest() throws {
        let seed = Seed()
        var random = seed.generator
        let message = message(100_000)
        var sha256 = ResumableSHA256()
        var place = 0
        while place < message.count {
            let end = min(message.count, place + Int.random(in: 0...4096, using: &random))
            sha256.update(message.span.extracting(place..<end))
            let written = sha256.written
            let read = ResumableSHA256(written: written.span)
            sha256 = try #require(read, seed.replay)
            place = end
        }
        #expect(sha256.digest == SHA256.digest(message.span), seed.replay)
    }

    /// More bytes than a word counts the bits of.
    @Test func largeCountsAreKept() {
        for count in [1 << 29, 1 << 32 + 5, 1 << 61 - 1] as [UInt64] {
            var written = ResumableSHA256().written
            for place in 0..<8 {
                written[32 + place] = UInt8(truncatingIfNeeded: count >> (8 * place))
            }
            let read = ResumableSHA256(written: written.span)
            #expect(read?.written == written)
        }
    }

    @Test func whatCannotHaveBeenWrittenIsRefused() {
        var begun = ResumableSHA256()
        begun.update(message(70).span)
        let written = begun.written
        #expect(ResumableSHA256(written: written.span.extracting(1...)) == nil)
        let longer = written + [0]
        #expect(ResumableSHA256(written: longer.span) == nil)
        // Six bytes are in the block that is not full.
        for place in 46..<written.count {
            var bytes = written
            bytes[place] = 1
            #expect(ResumableSHA256(written: bytes.span) == nil, "\(place)")
        }
        var bytes = written
        bytes[39] = 0x20
        #expect(ResumableSHA256(written: bytes.span) == nil)
    }

    /// OpenSSL's context is read and written by the places of its members.
    @Test func placesAreThoseOfTheHeader() {
        typealias Layout = ResumableSHA256.Layout
        let word = MemoryLayout<UInt32>.size
        #expect(MemoryLayout<SHA256_CTX>.size == 28 * word)
        #expect(MemoryLayout<SHA256_CTX>.alignment == word)
        #expect(MemoryLayout<SHA256_CTX>.offset(of: \.h) == Layout.hash.lowerBound * word)
        #expect(MemoryLayout<SHA256_CTX>.offset(of: \.Nl) == Layout.low * word)
        #expect(MemoryLayout<SHA256_CTX>.offset(of: \.Nh) == Layout.high * word)
        #expect(MemoryLayout<SHA256_CTX>.offset(of: \.data) == Layout.rest.lowerBound * word)
        #expect(MemoryLayout<SHA256_CTX>.offset(of: \.num) == Layout.restCount * word)
    }
}
