import RedoCrypto
import RedoSystem

/// Checks whether libgit2 may read a pack. libgit2 maps the index, trusts its numbers, and follows deltas without a
/// limit.
///
/// The form is that of ``GitPackIndex``, or git's version 1 of it: the counts, then 4 bytes of offset and
/// 20 of the name for each object, and the two digests.
struct GitPackIndexCheck {
    private let index: [UInt8]
    private let count: Int
    /// The offset of the first element in the index, and the distance to the next.
    private let names: (start: Int, stride: Int)
    private let offsets: (start: Int, stride: Int)
    /// The range of the offsets of eight bytes; empty in version 1.
    private let large: Range<Int>
    private let counts: Int

    private static let digestByteCount = SHA1.byteCount
    private static let countsByteCount = 1024
    private static let maximumByteCount = 1 << 32
    private static let packHeaderByteCount = 12

    /// The pack of an index.
    static func pack(of index: String) -> String { "\(index.dropLast(".idx".count)).pack" }

    /// Why a pack must not be read; nil if it may be read. O(n) for n bytes of the index, and of the pack if deltas are
    /// followed.
    ///
    /// - Parameter followsDeltas: whether the pack's deltas are followed as well. A cycle of deltas would never end.
    static func damage(of path: String, followsDeltas: Bool) -> String? {
        do throws(Damage) {
            let check = try GitPackIndexCheck(reading: path)
            try check.checkNames()
            try check.checkPack(pack(of: path), followsDeltas)
            return nil
        } catch {
            return error.reason
        }
    }

    private struct Damage: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    private static func reading<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(Damage) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw Damage(error.reason)
        }
    }

    private init(reading path: String) throws(Damage) {
        guard
            let status = try Self.reading({ () throws(SystemError) in
                try Files.status(of: path)
            }), status.kind == .regular
        else { throw Damage("it is not a regular file") }
        let bytes = try Self.reading { () throws(SystemError) in
            try Files.read(path, limit: Self.maximumByteCount)
        }
        let isSecond = bytes.starts(with: [0xFF, 0x74, 0x4F, 0x63])
        let counts = isSecond ? 8 : 0
        let first = counts + Self.countsByteCount
        let end = bytes.count - 2 * Self.digestByteCount
        guard end >= first else { throw Damage("it is too short for an index") }
        var sha1 = SHA1()
        sha1.update(bytes.span.extracting(..<(bytes.count - Self.digestByteCount)))
        let digest = sha1.digest()
        guard bytes.suffix(Self.digestByteCount).elementsEqual(digest.span.array) else {
            throw Damage("its checksum is not that of its bytes")
        }
        if isSecond, Self.word(bytes, at: 4) != 2 {
            throw Damage("its version \(Self.word(bytes, at: 4)) is not known")
        }
        var previous = 0
        for position in stride(from: counts, to: first, by: 4) {
            let number = Self.word(bytes, at: position)
            guard number >= previous else { throw Damage("its counts go down") }
            previous = number
        }
        count = previous
        // No overflow is possible: there are at most 2^32 objects.
        let entryByteCount = isSecond ? 28 : 24
        let rest = end - first - count * entryByteCount
        guard rest >= 0, isSecond ? rest % 8 == 0 : rest == 0 else {
            throw Damage("it has not as many bytes as its \(count) objects need")
        }
        names = isSecond ? (first, 20) : (first + 4, 24)
        offsets = isSecond ? (first + count * 24, 4) : (first, 24)
        large = (end - rest)..<end
        self.counts = counts
        index = bytes
    }

    private static func word(_ bytes: [UInt8], at position: Int) -> Int {
        Int(bytes[position]) << 24 | Int(bytes[position + 1]) << 16 | Int(bytes[position + 2]) << 8
            | Int(bytes[position + 3])
    }

    private func name(_ number: Int) -> ArraySlice<UInt8> {
        let start = names.start + number * names.stride
        return index[start..<start + Self.digestByteCount]
    }

    /// Checks that the names ascend, and that the counts match them, so that a search finds each name.
    private func checkNames() throws(Damage) {
        var number = 0
        for first in 0..<256 {
            let end = Self.word(index, at: counts + 4 * first)
            while number < end {
                let start = names.start + number * names.stride
                guard index[start] == UInt8(first) else {
                    throw Damage("its counts are not those of its names")
                }
                if number > 0, !isAscending(start - names.stride, start) {
                    throw Damage("its names are not in order")
                }
                number += 1
            }
        }
    }

    private func isAscending(_ former: Int, _ latter: Int) -> Bool {
        for position in 0..<Self.digestByteCount
        where index[former + position] != index[latter + position] {
            return index[former + position] < index[latter + position]
        }
        return false
    }

    /// The offset of an object in the pack; nil if the index has none.
    private func offset(_ number: Int) -> Int? {
        let word = Self.word(index, at: offsets.start + number * offsets.stride)
        guard offsets.stride == 4, word & 0x8000_0000 != 0 else { return word }
        let position = large.lowerBound + (word & 0x7FFF_FFFF) * 8
        guard position + 8 <= large.upperBound else { return nil }
        let high = Self.word(index, at: position)
        return high < 0x8000_0000 ? high << 32 | Self.word(index, at: position + 4) : nil
    }

    /// Checks that the pack belongs to the index, and that each object begins inside it.
    private func checkPack(_ path: String, _ followsDeltas: Bool) throws(Damage) {
        guard
            let status = try Self.reading({ () throws(SystemError) in
                try Files.status(of: path)
            }), status.kind == .regular
        else { throw Damage("there is no pack of its name") }
        let file = try Self.reading { () throws(SystemError) in
            try FileDescriptor(opening: path, for: .read)
        }
        let end = status.size - Self.digestByteCount
        guard end >= Self.packHeaderByteCount else { throw Damage("its pack is too short") }
        let (header, trailer) = try Self.reading { () throws(SystemError) in
            (
                try file.read(atMost: Self.packHeaderByteCount, from: 0),
                try file.read(atMost: Self.digestByteCount, from: end)
            )
        }
        guard header.count == Self.packHeaderByteCount, header.starts(with: "PACK".utf8),
            (2...3).contains(Self.word(header, at: 4))
        else { throw Damage("its pack is not one") }
        guard Self.word(header, at: 8) == count,
            index[(index.count - 40)..<(index.count - 20)].elementsEqual(trailer)
        else { throw Damage("it is the index of another pack") }
        var offsets: [Int] = []
        offsets.reserveCapacity(count)
        for number in 0..<count {
            guard let offset = offset(number), offset >= Self.packHeaderByteCount, offset < end
            else { throw Damage("an object starts outside of the pack") }
            offsets.append(offset)
        }
        if followsDeltas { try checkDeltas(offsets, end, file) }
    }

    // MARK: Deltas

    /// Checks that no delta leads to itself.
    private func checkDeltas(
        _ offsets: [Int], _ end: Int, _ file: borrowing FileDescriptor
    ) throws(Damage) {
        var window = GitPackWindow(end: end)
        // Deltas that are known to end; an object that is not a delta ends immediately.
        var ended: Set<Int> = []
        for start in offsets.sorted() {
            var path: [Int] = []
            var onPath: Set<Int> = []
            var next: Int? = start
            while let position = next, !ended.contains(position) {
                let base: GitPackWindow.Base = try Self.reading { () throws(SystemError) in
                    try window.base(at: position, file)
                }
                if case .none = base { break }
                guard onPath.insert(position).inserted else {
                    throw Damage("its pack has a delta of itself")
                }
                path.append(position)
                switch base {
                case .none: next = nil
                case .offset(let position): next = position
                case .named(let name): next = number(of: name).flatMap { offset($0) }
                }
            }
            ended.formUnion(path)
        }
    }

    /// The index of the object with a name. O(log n).
    private func number(of wanted: [UInt8]) -> Int? {
        let index = (0..<count).partitioningIndex { !name($0).lexicographicallyPrecedes(wanted) }
        return index < count && name(index).elementsEqual(wanted) ? index : nil
    }
}
