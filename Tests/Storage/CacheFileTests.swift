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
        return temporary.store.taskCache(of: log, version: version)
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
