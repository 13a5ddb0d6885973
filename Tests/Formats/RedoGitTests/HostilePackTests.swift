import Foundation
import RedoCrypto
import TestSupport
import Testing

@testable import RedoGit

/// Packs, and what stands beside them, of a repository that somebody else wrote. Nothing here may end the
/// process: a signal fails the whole run.
@Suite struct HostilePackTests {
    private let fixture: RepositoryPair
    private let tip: GitObjectID
    private let ids: [GitObjectID]
    /// The path of the pack and its index, without their ends.
    private let pack: String

    /// `REDO_ALL_FLIPS=1` tries every bit; otherwise a sample of this size is tried.
    private static let sampleCount = 400
    private static let triesAll = ProcessInfo.processInfo.environment["REDO_ALL_FLIPS"] == "1"

    init() throws {
        fixture = try RepositoryPair()
        tip = try fixture.commits(6, in: fixture.there)
        try fixture.there.setReference("refs/heads/log", to: tip, from: nil)
        let git = ["-C", fixture.there.path]
        try GitServers.run("/usr/bin/git", git + ["repack", "-adq"])
        let names = try GitServers.run(
            "/usr/bin/git",
            git + ["cat-file", "--batch-all-objects", "--batch-check=%(objectname)"])
        ids = names.split(separator: "\n").compactMap { GitObjectID(String($0)) }
        let directory = fixture.there.path + "objects/pack/"
        let index = try #require(
            try FileManager.default.contentsOfDirectory(atPath: directory).first {
                $0.hasSuffix(".idx")
            })
        pack = directory + index.dropLast(4)
        try #require(ids.count == 18)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        // Another file, not other bytes in a file that is mapped.
        try? FileManager.default.removeItem(atPath: path)
        try Data(bytes).write(to: URL(filePath: path))
    }

    private func contents(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    /// Reads everything, and fetches: each object is the right one, or there are words.
    ///
    /// A fetch may be stricter than a reading of single objects; it is never laxer.
    ///
    /// - Returns: whether all of them could be read, and fetched.
    @discardableResult
    private func expectWordsOrTruth(_ comment: Comment) throws -> Bool {
        let repository = try GitRepository.open(fixture.there.path)
        var sha1 = SHA1()
        var isWhole = true
        for id in ids {
            switch repository.read(id, limit: 1 << 20) {
            case .object(let object):
                #expect(GitObjectID(object.kind, object.content.span, &sha1) == id, comment)
            case .damaged(let reason):
                #expect(!reason.isEmpty, comment)
                isWhole = false
            // An index that lies can name something else in its place, whose size is what bytes there say.
            case .absent, .tooLarge: isWhole = false
            }
        }
        let fresh = try TemporaryDirectory()
        let other = try GitRepository(making: "\(fresh.path)/x.git", branch: "refs/heads/log")
        let error = failure {
            try GitRemote(fixture.there.path, in: other, nil).fetch(["refs/heads/log"])
        }
        if error == nil { #expect(isWhole, comment) }
        if let error { #expect(!error.message.isEmpty, comment) }
        return isWhole && error == nil
    }

    /// Each of them makes the checksum wrong.
    @Test func aFlippedBitOfAnIndexIsAnErrorInWords() throws {
        let good = try contents(pack + ".idx")
        var generator = SeededGenerator(seed: 16)
        let all = Array(0..<good.count * 8)
        let bits = Self.triesAll ? all : Array(all.shuffled(using: &generator).prefix(400))
        for bit in bits {
            var bytes = good
            bytes[bit / 8] ^= 1 << (bit % 8)
            try write(bytes, to: pack + ".idx")
            #expect(try !expectWordsOrTruth("bit \(bit)"))
        }
        try write(good, to: pack + ".idx")
        #expect(try expectWordsOrTruth("mended"))
    }

    /// An index that lies has the right checksum: offsets, counts and names are wrong.
    @Test func anIndexThatLiesIsAnErrorInWordsOrHarmless() throws {
        let good = try contents(pack + ".idx")
        var generator = SeededGenerator(seed: 17)
        var sha1 = SHA1()
        for round in 0..<(Self.triesAll ? 20_000 : Self.sampleCount) {
            var bytes = Array(good.dropLast(20))
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                // Most are among the names and the offsets.
                let start = Bool.random(using: &generator) ? 0 : 1032
                let place = Int.random(in: start..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            sha1.update(bytes.span)
            let digest = sha1.digest()
            for index in digest.indices { bytes.append(digest[index]) }
            try write(bytes, to: pack + ".idx")
            try expectWordsOrTruth("round \(round)")
        }
    }

    /// Bytes of any file of the repository are others, or its end is missing: the pack's with the right
    /// checksum at its end as well. `REDO_MUTATIONS` says how often, and a failure how it is repeated.
    @Test func spoiledFilesEndInWordsOrAreHarmless() throws {
        let count =
            ProcessInfo.processInfo.environment["REDO_MUTATIONS"].flatMap { Int($0) }
            ?? Self.sampleCount
        let seed = Seed()
        var generator = seed.generator
        try GitServers.run(
            "/usr/bin/git", ["-C", fixture.there.path, "pack-refs", "--all"])
        let loose = try fixture.commits(1, in: fixture.there)
        let digits = "\(loose)"
        let files = [
            pack + ".pack", pack + ".pack", pack + ".idx",
            fixture.there.path + "packed-refs", fixture.there.path + "HEAD",
            fixture.there.path + "config",
            fixture.there.path + "objects/\(digits.prefix(2))/\(digits.dropFirst(2))",
        ]
        let good = try files.map(contents)
        var sha1 = SHA1()
        for round in 0..<count {
            let place = Int.random(in: files.indices, using: &generator)
            var bytes = good[place]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            if Int.random(in: 0..<8, using: &generator) == 0 {
                bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
            } else if files[place].hasSuffix(".pack"), Bool.random(using: &generator) {
                bytes.removeLast(20)
                sha1.update(bytes.span)
                let digest = sha1.digest()
                for index in digest.indices { bytes.append(digest[index]) }
            }
            try write(bytes, to: files[place])
            try expectWordsOrTruthOfAll("round \(round) of \(files[place]), \(seed.replay)")
            try write(good[place], to: files[place])
        }
        #expect(try expectWordsOrTruth("mended"))
    }

    /// The same where the repository may not be one any more, or not have its reference.
    private func expectWordsOrTruthOfAll(_ comment: Comment) throws {
        let error = failure { _ = try GitRepository.open(fixture.there.path) }
        if let error {
            #expect(!error.message.isEmpty, comment)
            return
        }
        let repository = try GitRepository.open(fixture.there.path)
        var sha1 = SHA1()
        for id in ids {
            if case .object(let object) = repository.read(id, limit: 1 << 20) {
                #expect(GitObjectID(object.kind, object.content.span, &sha1) == id, comment)
            }
        }
        let fresh = try TemporaryDirectory()
        let other = try GitRepository(making: "\(fresh.path)/x.git", branch: "refs/heads/log")
        let fetching = failure {
            try GitRemote(fixture.there.path, in: other, nil).fetch(["refs/heads/log"])
        }
        if let fetching { #expect(!fetching.message.isEmpty, comment) }
    }

    /// Of two objects each is said to be a change of the other. libgit2 would follow them for ever.
    @Test(.timeLimit(.minutes(1))) func aCircleOfDeltasIsAnErrorInWords() throws {
        var sha1 = SHA1()
        let names = (1...2).map { number in
            GitObjectID(bytes: [UInt8](repeating: UInt8(number), count: 20).span)
        }
        var bytes = Array("PACK".utf8) + [0, 0, 0, 2, 0, 0, 0, 2]
        var places: [GitPackEntries.Entry] = []
        for (name, base) in zip(names, names.reversed()) {
            places.append(GitPackEntries.Entry(id: name, checksum: 0, offset: bytes.count))
            bytes.append(0x74)
            base.append(to: &bytes)
            bytes += [0x78, 0x9C, 0x63, 0x60, 0x60, 0x60, 0, 0, 0, 4, 0, 1]
        }
        sha1.update(bytes.span)
        let digest = sha1.digest()
        for index in digest.indices { bytes.append(digest[index]) }
        try write(bytes, to: pack + ".pack")
        let index = GitPackIndex.content(of: places, pack: digest.span, &sha1)
        try write(index, to: pack + ".idx")
        let repository = try GitRepository.open(fixture.there.path)
        guard case .damaged(let reason) = repository.read(names[0], limit: 100) else {
            Issue.record("it was read")
            return
        }
        #expect(reason.contains("a delta of itself"))
    }

    /// What only speeds up reading is not read at all: whatever it says, the objects are right.
    @Test(arguments: ["objects/pack/multi-pack-index", "objects/info/commit-graph"])
    func listsBesideThePacksAreNotBelieved(_ name: String) throws {
        let git = ["-C", fixture.there.path]
        try GitServers.run("/usr/bin/git", git + ["multi-pack-index", "write"])
        try GitServers.run("/usr/bin/git", git + ["commit-graph", "write", "--reachable"])
        let path = fixture.there.path + name
        let good = try contents(path)
        var generator = SeededGenerator(seed: 18)
        for round in 0..<Self.sampleCount / 4 {
            var bytes = good
            for _ in 0...round % 8 {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^=
                    UInt8.random(in: 1...255, using: &generator)
            }
            try write(bytes, to: path)
            #expect(try expectWordsOrTruth("round \(round)"))
        }
    }

    /// A repository may borrow objects, as `git clone --shared` does; what it borrows is checked as well.
    @Test func borrowedObjectsAreReadAndChecked() throws {
        let borrower = fixture.path("borrower.git")
        try GitServers.run(
            "/usr/bin/git", ["clone", "-q", "--bare", "--shared", fixture.there.path, borrower])
        #expect(try GitRepository.open(borrower).contains(tip))
        var bytes = try contents(pack + ".idx")
        bytes[1040] ^= 4
        try write(bytes, to: pack + ".idx")
        guard
            case .damaged(let reason) = try GitRepository.open(borrower).read(tip, limit: 1 << 20)
        else {
            Issue.record("it was read")
            return
        }
        #expect(reason.contains("checksum"))
    }

    /// The repository that receives is read by libgit2 itself.
    @Test func nothingIsReceivedBesideADamagedPack() throws {
        var bytes = try contents(pack + ".idx")
        bytes[1040] ^= 4
        try write(bytes, to: pack + ".idx")
        fixture.authentication.sshCommand = "exit 3; true"
        let error = failure {
            try GitRemote(
                "ssh://host/x", in: try GitRepository.open(fixture.there.path),
                fixture.authentication
            ).fetch(["refs/heads/log"])
        }
        #expect(error?.code == .corrupted && error?.hints.isEmpty == false)
    }
}
