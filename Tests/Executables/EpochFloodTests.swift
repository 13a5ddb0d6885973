import Foundation
import RedoCrypto
import TestSupport
import Testing

/// Epochs from nobody: files that anyone who can write to the remote puts beside the real ones.
@Suite struct EpochFloodTests {
    private static let places: [Transport?] = [nil, .path]
    /// More files of 8 boxes than one reading tries.
    private static let floodCount = 1300

    /// A file of 756 bytes that nobody opens.
    private static func stranger() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        func random(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        let (commitment, boxes) = (random(32), random(8 * 80))
        let id = SHA256.digest((commitment + boxes).span)
        var file = commitment + [8, 0, 0, 0] + boxes
        file += Array("RedoSea1".utf8) + id.bytes + Array("epoch".utf8) + [0, 0, 0] + random(32)
        return file
    }

    /// Puts files of nobody on the remote: in a git repository into a slot of their own.
    ///
    /// - Returns: their names.
    @discardableResult
    private func flood(_ fixture: EncryptedFixture, _ count: Int) throws -> [String] {
        let files = (0..<count).map { _ in Self.stranger() }
        let names = files.map { SHA256.digest($0.span).hexadecimal }
        let isGit = FileManager.default.fileExists(atPath: fixture.remote + "/objects")
        let directory = isGit ? fixture.git.place.path("flood") : fixture.remote + "/epochs"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        for (name, file) in zip(names, files) {
            try Data(file).write(to: URL(filePath: "\(directory)/\(name)"))
        }
        if !isGit { return names }
        let made = try fixture.git.place.shell(
            """
            set -e
            export GIT_DIR=\(fixture.remote) GIT_INDEX_FILE=\(directory).index
            export GIT_AUTHOR_NAME=n GIT_AUTHOR_EMAIL=n GIT_COMMITTER_NAME=n GIT_COMMITTER_EMAIL=n
            rm -rf tree && mkdir tree && mv \(directory) tree/epochs && echo nothing > tree/statement
            rm -f $GIT_INDEX_FILE
            git --work-tree=tree add -f epochs statement
            commit=$(git commit-tree $(git write-tree) < /dev/null)
            git update-ref refs/redo/slots/\(names[0].prefix(32)) $commit
            """)
        try #require(made.status == 0, "\(made)")
        return names
    }

    private func kept(_ device: TaskStore) throws -> Set<String> {
        let path = device.runner.path(".redo/checkpoints/origin/epochs")
        return Set(try FileManager.default.contentsOfDirectory(atPath: path))
    }

    /// The lists of ``UnkeptEpochs``, as the store has them.
    private func noted(_ device: TaskStore) throws -> [String: [Any]] {
        let path = device.runner.path(".redo/checkpoints/origin/unkept")
        guard let bytes = FileManager.default.contents(atPath: path) else { return [:] }
        let json = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        return try #require(json).compactMapValues { $0 as? [Any] }
    }

    /// They are tried once, within limits, and not kept; when they are gone, nothing is left of them.
    @Test(arguments: places) func strangersAreTriedOnceAndNotKept(_ place: Transport?) throws {
        let fixture = try EncryptedFixture(place)
        let (phone, _) = try fixture.founder("phone")
        try phone.add("One")
        try phone.expect(["push"])
        let laptop = try fixture.member("laptop", by: phone)
        let names = try flood(fixture, Self.floodCount)
        try phone.add("Two")
        try phone.expect(["push"])
        // The new statement is read at once, whatever lies beside it. A slot of nobody is named.
        let fetched = try laptop.run("fetch")
        #expect(fetched.text == "received 2 nodes\n", "\(fetched)")
        #expect(try fixture.state(laptop) == fixture.state(phone))
        for device in [phone, laptop] {
            let lists = try noted(device)
            let count = lists["unopened"]?.count ?? 0
            // 8,192 boxes, less those of the real epochs.
            #expect((1000...1024).contains(count), "\(lists.mapValues(\.count))")
            #expect(lists["untried"]?.count == Self.floodCount - count)
            #expect(try kept(device).isDisjoint(with: names) && kept(device).count == 2)
        }
        try phone.add("Three")
        try phone.expect(["push"])
        let lists = try noted(phone)
        #expect(lists["unopened"]?.count == Self.floodCount && lists["untried"]?.isEmpty == true)
        #expect(try phone.expect(["fsck"]).status == 0)
        // Without them.
        if place == nil {
            for name in names {
                try FileManager.default.removeItem(atPath: "\(fixture.remote)/epochs/\(name)")
            }
        } else {
            _ = try fixture.git.place.shell(
                "git -C \(fixture.remote) update-ref -d refs/redo/slots/\(names[0].prefix(32))")
        }
        try phone.add("Four")
        try phone.expect(["push"])
        #expect(try noted(phone).values.allSatisfy(\.isEmpty))
    }

    /// Whoever comes new gets in, with an invitation, with the id alone and with the words, however many there are.
    @Test(arguments: places) func strangersLockNoOneOut(_ place: Transport?) throws {
        let fixture = try EncryptedFixture(place)
        let (phone, words) = try fixture.founder("phone")
        try phone.add("One")
        try phone.expect(["push"])
        try flood(fixture, Self.floodCount)
        let (laptop, tablet) = (try fixture.device("laptop"), try fixture.device("tablet"))
        let invitation = try fixture.invite(laptop, by: phone)
        try flood(fixture, Self.floodCount)
        let cloned = try laptop.run("clone", ["--trust", invitation, fixture.url, "copy"])
        #expect(cloned.text.contains("made a store of 2 nodes"), "\(cloned)")
        _ = try fixture.invite(tablet, by: phone)
        let id = try phone.run("member", ["list"]).lines[0].dropFirst("first epoch ".count)
        let second = try tablet.run("clone", ["--trust", String(id), fixture.url, "copy"])
        #expect(second.text.contains("made a store of 2 nodes"), "\(second)")
        let other = try fixture.device("other")
        try other.expect(["remote", "add", "origin", fixture.url])
        try other.runner.write("\(words)\n".utf8, to: "words")
        let recovered = try other.runner.shell(
            "redo-member recover --yes 3<words", extra: ["REDO_PASSPHRASE_FD": "3"])
        // In a git repository a slot of nobody lies there as well, and none of its statements is sealed.
        #expect(recovered.text.contains("this device is a member of origin"), "\(recovered)")
    }

    /// A member that comes while new ones are put there all the time is known at once to who knows its inviter.
    @Test func aFloodThatGoesOnHidesNoMember() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        let laptop = try fixture.member("laptop", by: phone)
        for round in 1...3 {
            try flood(fixture, 1100)
            _ = try fixture.invite(try fixture.device("device-\(round)"), by: phone)
            try phone.add("Round \(round)")
            try phone.expect(["push"])
            let fetched = try laptop.run("fetch")
            #expect(fetched.status == 0, "\(fetched)")
            let list = try laptop.run("member", ["list"])
            #expect(list.lines[1] == "\(round + 2) epochs, \(round + 2) members", "\(list)")
        }
    }

    /// Earlier versions kept every file.
    @Test func whatEarlierVersionsKeptIsRemoved() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        try phone.add("One")
        try phone.expect(["push"])
        let names = try flood(fixture, 30)
        _ = try phone.runner.shell("cp \(fixture.remote)/epochs/* .redo/checkpoints/origin/epochs/")
        #expect(try kept(phone).isSuperset(of: names))
        try phone.add("Two")
        try phone.expect(["push"])
        #expect(try phone.expect(["gc"]).text.contains("removed 30 epoch files of remotes"))
        #expect(try kept(phone).count == 1)
        #expect(try phone.expect(["fsck"]).status == 0)
        #expect(!(try phone.expect(["gc"]).text.contains("epoch")))
        try phone.add("Three")
        try phone.expect(["push"])
    }
}
