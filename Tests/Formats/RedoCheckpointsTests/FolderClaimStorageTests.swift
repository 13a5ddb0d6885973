import RedoModel
import RedoSystem
import TestSupport
import Testing

@testable import RedoCheckpoints

/// Claims as files that are created once.
@Suite struct FolderClaimStorageTests {
    private let directory: TemporaryDirectory
    private let time = Instant(milliseconds: 0)

    init() throws { directory = try TemporaryDirectory() }

    private func claims() throws -> StoreClaimStorage<FolderStore> {
        StoreClaimStorage(try FolderStore(directory.path), noun: "folder")
    }

    @Test func theFirstFileOfANumberStays() throws {
        var storage = try claims()
        let empty = try storage.read("a")
        #expect(empty.version == nil && empty.files.isEmpty)
        #expect(try storage.put([1], as: "a", after: empty, time: time))
        #expect(try !storage.put([2], as: "a", after: empty, time: time))
        let first = try storage.read("a")
        #expect(first.version == "1" && first.files == [[1]])
        #expect(try storage.put([3], as: "a", after: first, time: time))
        #expect(try storage.read("a").files == [[3], [1]])
        #expect(try storage.names() == ["a"])
    }

    /// What lies there that is no claim is passed over; the numbers go on after the greatest.
    @Test func otherFilesAreIgnored() throws {
        var storage = try claims()
        #expect(try storage.put([1], as: "a", after: storage.read("a"), time: time))
        for name in [".new-1", "1", "000000000000000G", "0000000000000000", "-000000000000001"] {
            try Files.replace("\(directory.path)/claims/a/\(name)", with: [9].span, mode: 0o644)
        }
        try Files.makeDirectories("\(directory.path)/claims/a/0000000000000010")
        let place = try storage.read("a")
        #expect(place.version == "16" && place.files == [nil, [1]])
        #expect(try storage.put([2], as: "a", after: place, time: time))
        #expect(try storage.read("a").version == "17")
    }

    /// Not even who has read the same number at the same moment replaces a file.
    @Test func aSecondFileDoesNotTakeThePlaceOfTheFirst() throws {
        let file = ContainedFile("0000000000000001", in: ContainedDirectory([], in: directory.path))
        #expect(try file.place([1].span, mode: 0o644))
        #expect(try !file.place([2].span, mode: 0o644))
        #expect(try Files.read(file.path) == [1])
        #expect(try Files.names(in: directory.path) == ["0000000000000001"])
    }

    @Test func theGreatestNumberIsTheLast() throws {
        var storage = try claims()
        try Files.makeDirectories("\(directory.path)/claims/a")
        try Files.replace(
            "\(directory.path)/claims/a/7fffffffffffffff", with: [9].span, mode: 0o644)
        let place = try storage.read("a")
        #expect(throws: RedoError.self) {
            try storage.put([1], as: "a", after: place, time: time)
        }
    }
}
