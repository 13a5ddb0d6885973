import Foundation
import TestSupport
import Testing

@testable import RedoSystem

/// The system's names as text, and the bytes that the system gets back.
@Suite struct SystemTextTests {
    private static let samples: [[UInt8]] = [
        [], Array("a/b".utf8), Array("é 語 😀".utf8), [0x6F, 0xFF], Array("o\u{FFFD}".utf8), [0x80],
        [0xC3],
        [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5],
        [0xC0, 0xAF],
        Array("\u{10FEFF}".utf8), Array("\u{10FE80}a".utf8), [0xF4, 0x8F, 0xBB],
        [0xFF, 0xFE, 0xFD],
        Array("e\u{301}".utf8),
    ]

    @Test(arguments: samples) func theSystemGetsItsBytesBack(_ bytes: [UInt8]) {
        let text = SystemText.text(bytes)
        #expect(SystemText.bytes(of: text) == bytes)
        let passed = text.withSystemBytes { pointer in
            unsafe (0..<strlen(pointer)).map { unsafe UInt8(bitPattern: pointer[$0]) }
        }
        #expect(passed == bytes)
        let read = unsafe (bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
            unsafe $0.baseAddress.map { unsafe SystemText.text(cString: $0) }
        }
        #expect(read.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test func differentBytesAreDifferentTexts() {
        let texts = Self.samples.map { Array(SystemText.text($0).utf8) }
        #expect(Set(texts).count == Self.samples.count)
    }

    @Test func anyBytesSurvive() {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<20_000 {
            let leads: [UInt8] = [0xF4, 0x8F, 0xBA, 0xBB, 0xC3, 0xE2, 0x41]
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? leads.randomElement(using: &random) ?? 0
                    : UInt8.random(in: 1...255, using: &random)
            }
            #expect(SystemText.bytes(of: SystemText.text(bytes)) == bytes, seed.replay)
        }
    }

    @Test func textsOfPeopleAreTheSame() throws {
        for text in ["Buy milk", "é 語 😀", "\u{FFFD}", "\u{10FEFF}", "e\u{301}"] {
            let read = SystemText.text(Array(text.utf8))
            #expect(Array(try SystemText.written(read).utf8) == Array(text.utf8))
            #expect(SystemText.text(written: text).utf8.elementsEqual(read.utf8))
        }
    }

    @Test(
        arguments: [
            ([0x63, 0x61, 0x66, 0xE9], 3, 0xE9), ([0xFF], 0, 0xFF), ([0xC3, 0xA9, 0xC3], 2, 0xC3),
            ([0xC3, 0xA9, 0xC3, 0x28], 2, 0xC3), ([0x61, 0xED, 0xA0, 0x80], 1, 0xED),
        ] as [([UInt8], Int, UInt8)])
    func aTextThatIsNotUTF8IsRefusedWithItsByte(_ bytes: [UInt8], _ offset: Int, _ byte: UInt8) {
        #expect(throws: NotUTF8(offset: offset, byte: byte)) {
            try SystemText.written(SystemText.text(bytes))
        }
    }

    @Test func aByteIsShownAsAnEscape() {
        #expect(SystemText.printable(SystemText.text([0x6F, 0xFF])) == "o\\xff")
        #expect(SystemText.printable("o\u{FFFD}") == "o\u{FFFD}")
        #expect(shellWord(SystemText.text([0x6F, 0x27, 0xFF])) == "$'o\\'\\xff'")
    }

    /// Two names that a repair of UTF-8 would make one.
    @Test func filesHaveTheNamesOfTheirBytes() throws {
        let directory = try TemporaryDirectory()
        let names: [[UInt8]] = [[0x6F, 0xFF], [0x6F, 0xEF, 0xBF, 0xBD], [0x6F, 0xFE], [0xC3]]
        let root = ContainedDirectory([], in: directory.path)
        for name in names {
            let file = ContainedFile(SystemText.text(name), in: root)
            #expect(try file.place(name.span, mode: 0o644))
            #expect(try !file.place(name.span, mode: 0o644))
        }
        let listed = try Files.names(in: directory.path).map { SystemText.bytes(of: $0) }
        #expect(Set(listed) == Set(names))
        for name in names {
            let path = Path.join(directory.path, SystemText.text(name))
            #expect(try Files.read(path) == name)
            #expect(try Files.status(of: path)?.size == name.count)
            #expect(SystemText.bytes(of: try Path.resolved(path)).suffix(name.count) == name[...])
            try Files.rename(path, to: path + "x")
            try Files.remove(path + "x")
        }
        #expect(try Files.names(in: directory.path).isEmpty)
        let inner = Path.join(directory.path, SystemText.text([0xFF]))
        try Files.makeDirectories(Path.join(inner, "a"))
        #expect(Files.isDirectory(Path.join(directory.path, SystemText.text([0xFF, 0x2F, 0x61]))))
        try Files.removeTree(inner)
        #expect(try Files.names(in: directory.path).isEmpty)
    }
}
