import RedoCrypto
import Testing

@testable import RedoGit

/// The index of a pack, byte by byte.
@Suite struct GitPackIndexTests {
    private func id(_ first: UInt8) -> GitObjectID {
        GitObjectID(bytes: ([first] + [UInt8](repeating: 7, count: 19)).span)
    }

    private func number(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A pack of 3 GiB, which no test writes.
    @Test func namesAreSortedAndLargeOffsetsHaveAListOfTheirOwn() {
        let places = [
            GitPackEntries.Entry(id: id(0xF0), checksum: 1, offset: 12),
            GitPackEntries.Entry(id: id(0x01), checksum: 2, offset: 0x8000_0000),
            GitPackEntries.Entry(id: id(0x80), checksum: 3, offset: 0x7FFF_FFFF),
            GitPackEntries.Entry(id: id(0x02), checksum: 4, offset: 0x1_2345_6789),
        ]
        let pack = [UInt8](repeating: 9, count: 20)
        var sha1 = SHA1()
        let index = GitPackIndex.content(of: places, pack: pack.span, &sha1)
        #expect(index.count == 8 + 1024 + 4 * 28 + 2 * 8 + 40)
        #expect(number(index, at: 0) == 0xFF74_4F63 && number(index, at: 4) == 2)
        #expect(
            [0, 1, 2, 0x7F, 0x80, 0xF0, 0xFF].map { number(index, at: 8 + 4 * $0) }
                == [0, 1, 2, 2, 3, 4, 4])
        #expect((0..<4).map { index[1032 + 20 * $0] } == [0x01, 0x02, 0x80, 0xF0])
        #expect((0..<4).map { number(index, at: 1112 + 4 * $0) } == [2, 4, 3, 1])
        #expect(
            (0..<4).map { number(index, at: 1128 + 4 * $0) }
                == [0x8000_0000, 0x8000_0001, 0x7FFF_FFFF, 12])
        #expect(
            (0..<4).map { number(index, at: 1144 + 4 * $0) }
                == [0, 0x8000_0000, 1, 0x2345_6789])
        #expect(Array(index[1160..<1180]) == pack)
    }
}
