import Foundation
import RedoCrypto
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What a check finds beside nodes, and in which form it wants each file.
@Suite struct LayoutTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        try temporary.admit(Array(VectorNodes.connected.prefix(3)))
    }

    private func write(_ text: String, to name: String) throws {
        let path = Path.join(store.path, name)
        try Files.makeDirectories(Path.parent(of: path))
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// The findings, as `name: detail`.
    private func findings(_ forms: StoreForms = StoreForms()) throws -> [String] {
        try store.check(forms: forms).findings.map {
            "\($0.path.dropFirst(store.path.count + 1)): \($0.detail)"
        }
    }

    private func notes() throws -> [String] {
        let notes = try store.check().notes
        #expect(notes.allSatisfy { $0.severity == .note })
        return notes.map { "\($0.path.dropFirst(store.path.count + 1)): \($0.detail)" }
    }

    private static let operation = Operation(
        time: Instant(milliseconds: 1_763_294_400_000),
        user: VectorNodes.connected[0].author.userID, device: "laptop", nodes: [])

    // MARK: Names and kinds

    @Test(arguments: [
        "notes.txt", "objects/readme", "objects/pack/other", "operations/notes", "watch/arrivals~",
        "sync/log.1", "checkpoints/origin/notes", "checkpoints/origin/ids/1234", "reminders/more",
        "vdir/calendar.cache", "git/notes", "firestore/cloud/more", "tasks.cach",
        "checkpoints/state",
    ])
    func anUnknownNameIsNotAFileOfTheStore(_ name: String) throws {
        try write("text", to: name)
        let found = try findings()
        #expect(found.count == 1 && found[0].hasPrefix("\(name): it is not a file of the store"))
        let repair = try #require(try store.repair())
        #expect(repair.remaining.isEmpty)
        #expect(try temporary.quarantined() == [Array("text".utf8)])
        #expect(try findings().isEmpty)
    }

    /// A command that was ended leaves them, and programs that copy folders keep them.
    @Test(arguments: [
        "config.0123456789abcdef.tmp", "objects/tmp-0123", "operations/x.tmp", ".stfolder/x",
        "watch/.syncthing.arrivals.tmp", "checkpoints/origin/verified-01.pack",
        "checkpoints/origin/outgoing/x", "git/repository/objects/12/34",
    ])
    func whatIsLeftOverIsNoFinding(_ name: String) throws {
        try write("[remote \"origin\"]\n\turl = /nowhere\n", to: "config")
        try write("text", to: name)
        let store = try Store(
            opening: StoreLocation(path: store.path, origin: .named),
            userConfiguration: Configuration(),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
        let check = try store.check()
        #expect(check.findings.isEmpty && check.notes.isEmpty, "\(check.findings) \(check.notes)")
    }

    @Test(arguments: ["lost", "trash", "context", "gc.lock", "tasks.cache", "watch/arrivals"])
    func aFolderInThePlaceOfAFileIsFound(_ name: String) throws {
        try Files.makeDirectories(Path.join(store.path, name))
        if name == "lost" { return }
        #expect(try findings() == ["\(name): it is not a file of the store: it is a folder"])
    }

    /// - Returns: the path of the link.
    private func makeLink(_ name: String) throws -> String {
        let path = Path.join(store.path, name)
        try Files.makeDirectories(Path.parent(of: path))
        let target = temporary.directory.path + "/elsewhere"
        try Data().write(to: URL(filePath: target))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        let found = try findings()
        #expect(found.count == 1 && found[0].hasPrefix("\(name): it is a symbolic link"))
        return path
    }

    @Test(arguments: ["trash", "operations/0000000000000001"])
    func aLinkIsNotFollowed(_ name: String) throws {
        let path = try makeLink(name)
        _ = try store.repair()
        #expect(try Files.statusOfLink(path)?.kind == .link)
    }

    /// What cannot be locked is not repaired.
    @Test func aLockThatIsALinkIsNotFollowed() throws {
        let path = try makeLink("gc.lock")
        let error = #expect(throws: RedoError.self) { try store.repair() }
        #expect(error?.code == .writeFailed && error?.message.contains(path) == true)
        #expect(try Files.statusOfLink(path)?.kind == .link)
    }

    @Test func theConfigurationMayBeALink() throws {
        let path = Path.join(store.path, "config")
        let target = temporary.directory.path + "/dotfiles"
        try FileManager.default.moveItem(atPath: path, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        #expect(try findings().isEmpty)
    }

    @Test func aFIFOIsFoundAndNotRead() throws {
        let path = Path.join(store.path, "trash")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(
            try findings() == ["trash: it is not a file of the store: it is not a regular file"])
    }

    @Test func aRecordOfARemoteThatIsNotConfiguredIsANote() throws {
        try Files.makeDirectories(Path.join(store.path, "checkpoints/origin"))
        #expect(
            try notes() == [
                "checkpoints/origin: it is the record of a remote that the configuration does not have"
            ])
        #expect(try findings().isEmpty)
    }

    // MARK: Files of nodes

    static let spellings: [(name: String, change: @Sendable ([UInt8]) -> [UInt8])] = [
        ("without its line feed", { Array($0.dropLast()) }),
        ("with CRLF", { $0.dropLast() + [0x0D, 0x0A] }),
        ("with a second line feed", { $0 + [0x0A] }),
        ("pretty-printed", { Array("{ ".utf8) + $0.dropFirst() }),
    ]

    @Test(arguments: 0..<4)
    func aNodeInAnotherSpellingIsFoundAndWrittenAgain(_ number: Int) throws {
        let (name, change) = Self.spellings[number]
        let node = VectorNodes.connected[1]
        let bytes = try Files.read(temporary.file(node))
        try temporary.overwrite(node, with: change(bytes))
        let check = try store.check()
        #expect(check.findings.map(\.path) == [temporary.file(node)], "\(name)")
        #expect(check.findings.first?.code == .corrupted, "\(name)")
        let repair = try #require(try store.repair())
        #expect(repair.remaining.isEmpty && repair.actions.count == 1, "\(repair)")
        #expect(try Files.read(temporary.file(node)) == bytes)
        #expect(try temporary.quarantined().isEmpty)
    }

    @Test func aNodeBehindALinkIsFoundAndWrittenAgain() throws {
        let node = VectorNodes.connected[1]
        let bytes = try Files.read(temporary.file(node))
        let target = temporary.directory.path + "/elsewhere"
        try FileManager.default.moveItem(atPath: temporary.file(node), toPath: target)
        try FileManager.default.createSymbolicLink(
            atPath: temporary.file(node), withDestinationPath: target)
        let check = try store.check()
        #expect(check.findings.map(\.detail) == ["it is a symbolic link"])
        let repair = try #require(try store.repair())
        #expect(repair.remaining.isEmpty, "\(repair)")
        #expect(try Files.statusOfLink(temporary.file(node))?.kind == .regular)
        #expect(try Files.read(temporary.file(node)) == bytes && Files.read(target) == bytes)
    }

    @Test func aSignatureThatIsGoneIsFoundIfARecordSaysThatTheNodeWasSent() throws {
        let nodes = VectorNodes.connected.filter { !$0.isSigned }.prefix(2).map { $0 }
        try temporary.admit(nodes)
        #expect(try findings().filter { $0.contains("signature") }.isEmpty)
        let sent = nodes[0].id
        let forms = StoreForms(recordsOfSent: { ids, _ in
            ids.contains(sent) ? [sent: "the list"] : [:]
        })
        let check = try store.check(forms: forms)
        let found = check.findings.filter { $0.code == .invalidSignature }
        #expect(found.map(\.path) == [temporary.file(nodes[0])])
        #expect(found.first?.detail.contains("the list says that it is on a remote") == true)
        // Also of one that was packed since then.
        _ = try store.pack(.all)
        let packed = try store.check(forms: forms).findings.filter { $0.code == .invalidSignature }
        #expect(packed.count == 1 && packed[0].path.hasSuffix(".pack"))
    }

    // MARK: Records

    private func recordOperation() throws -> String {
        try store.record(Self.operation)
        let names = try Files.names(in: Path.join(store.path, "operations"))
        return "operations/" + (try #require(names.first))
    }

    @Test func anOperationThatIsCutOffIsANote() throws {
        let name = try recordOperation()
        let bytes = try Files.read(Path.join(store.path, name))
        for count in 0..<bytes.count {
            try Files.remove(Path.join(store.path, name))
            try write(String(decoding: bytes.prefix(count), as: UTF8.self), to: name)
            #expect(try notes().count == 1 && findings().isEmpty, "\(count) bytes")
        }
    }

    @Test func anOperationWithASectorThatWasNotWrittenIsANote() throws {
        let ids = (1...20).map { NodeID(Digest(words: $0, 1, 2, 3)) }
        let long = Operation(
            time: Self.operation.time, user: Self.operation.user, device: "laptop", nodes: ids)
        try store.record(long)
        let directory = Path.join(store.path, "operations")
        let path = Path.join(directory, try #require(try Files.names(in: directory).first))
        let bytes = try Files.read(path)
        for start in stride(from: 0, to: bytes.count, by: 512) {
            var holed = bytes
            for place in start..<min(start + 512, bytes.count) { holed[place] = 0 }
            try Files.remove(path)
            try Data(holed).write(to: URL(filePath: path))
            #expect(try notes().count == 1 && findings().isEmpty, "sector at \(start)")
        }
        // A flipped bit is nothing that a power cut leaves.
        var flipped = bytes
        flipped[600] ^= 1
        try Files.remove(path)
        try Data(flipped).write(to: URL(filePath: path))
        #expect(try notes().isEmpty && findings().count == 1)
    }

    @Test(arguments: ["garbage", "{}\n", #"{"device":"x"}"# + "\n", "\n", "{\"a\":1}x"])
    func anythingElseInThePlaceOfAnOperationIsDamage(_ text: String) throws {
        let name = try recordOperation()
        try Files.remove(Path.join(store.path, name))
        try write(text, to: name)
        #expect(try findings().count == 1 && notes().isEmpty)
        let repair = try #require(try store.repair())
        #expect(repair.remaining.isEmpty && repair.actions.count == 1)
        #expect(try store.operationRecords().recorded.isEmpty)
    }

    @Test func anOperationUnderAnotherNameIsDamage() throws {
        let name = try recordOperation()
        let other = "operations/0000000000000002"
        try FileManager.default.copyItem(
            atPath: Path.join(store.path, name), toPath: Path.join(store.path, other))
        #expect(try findings() == ["\(other): it is the record of operation 1"])
    }

    @Test func anOperationThatIsMissingBetweenOthersIsANote() throws {
        for _ in 1...5 { try store.record(Self.operation) }
        #expect(try notes().isEmpty)
        for number in [2, 3] {
            try Files.remove(Path.join(store.path, "operations/000000000000000\(number)"))
        }
        #expect(
            try notes() == [
                "operations/0000000000000002: the record of an operation is missing, and 1 after it"
            ])
        #expect(try findings().isEmpty)
    }

    @Test func theEndOfArrivalsCanBeCutOffAndNothingElse() throws {
        var journal = ArrivalJournal(of: store)
        _ = try journal.update(with: try store.ids()) { $0 }
        let bytes = try Files.read(Path.join(store.path, "watch/arrivals"))
        #expect(ArrivalJournal.faults(in: bytes).isEmpty)
        let seed = Seed()
        var random = seed.generator
        for count in 0..<bytes.count {
            let cut = Array(bytes.prefix(count))
            let faults = ArrivalJournal.faults(in: cut)
            let isWhole = count >= 16 && (count - 16).isMultiple(of: 40)
            #expect(faults.map(\.gravity) == (isWhole ? [] : [.cutOff]), "\(count) bytes")
            var flipped = bytes
            flipped[count] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(
                ArrivalJournal.faults(in: flipped).map(\.gravity) == [.damage],
                "byte \(count), \(seed.replay.rawValue)")
        }
        #expect(
            ArrivalJournal.faults(in: Array("garbage garbage garbage".utf8)).first?.gravity
                == .damage)
        #expect(ArrivalJournal.faults(in: Array("garb".utf8)).first?.gravity == .damage)
        // A node that could not be reported at first arrives again.
        var again = bytes
        let first = NodeID(Digest(bytes: bytes[16..<48].span))
        let last = bytes.span.number(at: bytes.count - 8, as: UInt64.self)
        again += first.digest.bytes
        again.append(littleEndian: ArrivalJournal.chain(last, first))
        #expect(ArrivalJournal.faults(in: again).isEmpty)
    }

    @Test func theNodesThatWereNotReportedAreReadToTheirChecksum() throws {
        let journal = ArrivalJournal(of: store)
        try journal.updateUnreported(adding: Set((1...3).map { Sample.id($0) }))
        let bytes = try Files.read(Path.join(store.path, "watch/untold"))
        #expect(UnreportedArrivals.faults(in: bytes).isEmpty)
        for count in 0..<bytes.count {
            #expect(
                UnreportedArrivals.faults(in: Array(bytes.prefix(count))).map(\.gravity) == [
                    .cutOff
                ],
                "\(count) bytes")
            var flipped = bytes
            flipped[count] ^= 0x80
            #expect(!UnreportedArrivals.faults(in: flipped).isEmpty, "byte \(count)")
        }
    }

    @Test func theTrashIsReadToItsChecksum() throws {
        var record = TrashRecord()
        for node in VectorNodes.connected.prefix(20) {
            guard let task = node.taskID else { continue }
            record.sightings[task] = TrashRecord.Sighting(
                fingerprint: String(repeating: "a", count: 64), since: Instant(milliseconds: 0))
        }
        try store.keep(record)
        let bytes = try Files.read(Path.join(store.path, "trash"))
        #expect(TrashRecord.faults(in: bytes).isEmpty)
        for count in bytes.indices {
            #expect(
                TrashRecord.faults(in: Array(bytes.prefix(count))).first?.gravity == .cutOff,
                "\(count) bytes")
            var flipped = bytes
            flipped[count] ^= 0x80
            #expect(!TrashRecord.faults(in: flipped).isEmpty, "byte \(count)")
        }
        for text in ["garbage", "garbage\n", "\n"] {
            #expect(TrashRecord.faults(in: Array(text.utf8)).first?.gravity == .damage, "\(text)")
        }
    }

    @Test func remindersAreReadToTheirChecksum() throws {
        let record = ReminderRecord(
            began: Instant(milliseconds: 0), through: Instant(milliseconds: 5), announced: [])
        let bytes = record.file
        #expect(ReminderRecord(file: bytes) == record && ReminderRecord.faults(in: bytes).isEmpty)
        for count in bytes.indices {
            #expect(
                ReminderRecord.faults(in: Array(bytes.prefix(count))).first?.gravity == .cutOff,
                "\(count) bytes")
            var flipped = bytes
            flipped[count] ^= 0x80
            #expect(!ReminderRecord.faults(in: flipped).isEmpty, "byte \(count)")
        }
        #expect(ReminderRecord.faults(in: Array("garbage\n".utf8)).first?.gravity == .damage)
    }

    @Test func eachLineOfTheSyncLogIsARecord() throws {
        try store.add(SyncRecord(time: Instant(milliseconds: 0), remote: "origin", cause: .command))
        try store.add(SyncRecord(time: Instant(milliseconds: 9), remote: "stick", cause: .auto))
        let bytes = try Files.read(Path.join(store.path, "sync/log"))
        #expect(SyncRecord.faults(inLog: bytes).isEmpty)
        let middle = try #require(bytes.firstIndex(of: 0x0A)) + 1
        for count in bytes.indices where count != middle {
            #expect(
                SyncRecord.faults(inLog: Array(bytes.prefix(count))).first?.gravity == .cutOff,
                "\(count) bytes")
        }
        for text in ["garbage\n", "garbage", "{}\n"] {
            #expect(
                SyncRecord.faults(inLog: bytes + Array(text.utf8)).first?.gravity == .damage,
                "\(text)")
        }
    }

    @Test(arguments: ["", "work", "\n", "work\nhome\n", "work\n\n", "a\u{7}b\n"])
    func aContextIsOneLine(_ text: String) throws {
        try write(text, to: "context")
        #expect(try findings() == ["context: it is not a line with the name of a context"])
        try write("work\n", to: "context")
        #expect(try findings().isEmpty)
    }

    @Test func aLockIsEmpty() throws {
        try write("x", to: "gc.lock")
        #expect(try findings() == ["gc.lock: it has 1 bytes, and such a file is empty"])
    }

    // MARK: The table

    @Test func everyRowIsInTheDocumentation() throws {
        let page = try String(
            contentsOf: Fixtures.package.appending(path: "docs/store.md"), encoding: .utf8)
        for file in StoreLayout.files {
            #expect(
                page.contains("| `\(file.pattern)` | \(file.role.rawValue) |"), "\(file.pattern)")
        }
    }
}
