import RedoCrypto
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What is kept of what was worked out of packs.
@Suite struct CacheFileTests {
    private let temporary: TemporaryStore
    private let content: [UInt8] = Array("what was worked out".utf8)

    init() throws {
        temporary = try TemporaryStore()
        _ = try temporary.writePack(Sample.chain(2))
    }

    private func file(_ version: String = "1") throws -> CacheFile {
        let log = try #require(try temporary.store.storedLog())
        return temporary.store.cache(.tasks, of: log, version: version)
    }

    private func content(_ file: CacheFile) throws -> [UInt8] {
        let (mapped, start) = try file.read()
        return mapped.bytes.extracting(start...).array
    }

    @Test func whatIsKeptIsReadAgain() throws {
        #expect(throws: CacheFile.Miss.absent) { try file().read() }
        try file().write(content)
        #expect(try content(file()) == content)
        try file().write([])
        #expect(try content(file()).isEmpty)
        try file().remove()
        #expect(throws: CacheFile.Miss.absent) { try file().read() }
    }

    @Test func itIsOfThesePacksAndOfThisVersion() throws {
        let before = try file()
        try before.write(content)
        #expect(throws: CacheFile.Miss.absent) { try file("2").read() }
        #expect(throws: CacheFile.Miss.absent) { try file("").read() }
        _ = try temporary.writePack(Sample.chain(3))
        #expect(throws: CacheFile.Miss.absent) { try file().read() }
        // Who has the packs of before open is answered still.
        #expect(try content(before) == content)
    }

    @Test func whatIsComputedIsKeptUntilItsSourceIsAnother() throws {
        let (first, second) = (SHA256.digest([1].span), SHA256.digest([2].span))
        var count = 0
        func value(of source: Digest) -> [UInt8]? {
            temporary.store.divergedCache(source, version: "1").value { file, start in
                file.bytes.extracting(start...).array
            } orElse: { () -> [UInt8]? in
                count += 1
                return content
            } writing: {
                $0
            }
        }
        for expected in [1, 1] {
            #expect(value(of: first) == content)
            #expect(count == expected)
        }
        let path = temporary.store.divergedCache(first, version: "1").path
        var bytes = try Files.read(path)
        bytes[bytes.count - 1] ^= 1
        try Files.replace(path, with: bytes.span, mode: 0o644)
        for (source, expected) in [(first, 2), (first, 2), (second, 3), (first, 4)] {
            #expect(value(of: source) == content)
            #expect(count == expected)
        }
    }

    @Test func whatCannotBeComputedIsNotKept() throws {
        let cache = try file()
        let value = cache.value { _, _ in
            true
        } orElse: { () -> Bool? in
            nil
        } writing: { _ in
            []
        }
        #expect(value == nil)
        #expect(throws: CacheFile.Miss.absent) { try cache.read() }
    }

    @Test func noFlippedBitGoesUnnoticed() throws {
        let file = try file()
        try file.write(content)
        let bytes = try Files.read(file.path)
        for place in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[place] ^= 1 << bit
                try Files.replace(file.path, with: damaged.span, mode: 0o644)
                #expect(throws: CacheFile.Miss.damaged) { try file.read() }
            }
        }
        for count in bytes.indices {
            try Files.replace(file.path, with: Array(bytes[..<count]).span, mode: 0o644)
            #expect(throws: CacheFile.Miss.damaged) { try file.read() }
        }
    }

    @Test func aFolderInItsPlaceIsDamage() throws {
        let file = try file()
        try Files.makeDirectories(file.path)
        #expect(throws: CacheFile.Miss.damaged) { try file.read() }
        #expect(throws: SystemError.self) { try file.write(content) }
    }
}
