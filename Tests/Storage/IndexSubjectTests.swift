import RedoCrypto
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What an index says of nodes whose actions this version does not define.
@Suite struct IndexSubjectTests {
    static let category = "C0FFEE11-3333-4333-8333-333333333333"
    static let person = NodeID("sha256:" + String(repeating: "ab", count: 32))!
    static let task = TaskID("c0ffee11-1111-4111-8111-111111111111")!

    static func node(
        _ action: String, task: TaskID? = nil, _ fields: [JSONMember] = [], lamport: Int = 1
    ) throws -> Node {
        let digits = Array("0123456789abcdef0123456789abcdef".utf8)
        let userID = UserID(text: digits.span)
        return try NodeDraft(
            action: try #require(Action(action)), taskID: task, parents: [],
            timestamp: Timestamp(lamport: lamport, wall: Instant(milliseconds: 1_735_718_400_000)),
            author: Author(
                userID: try #require(userID), deviceID: "d"),
            dialect: .fields, fields: fields
        ).unsignedNode(validator: NodeValidator())
    }

    private func pack(_ nodes: [Node]) throws -> (TemporaryStore, PackIndex) {
        let temporary = try TemporaryStore()
        let name = try temporary.writePack(nodes)
        let file = try MappedFile(temporary.indexPath(name))
        return (temporary, try PackIndex(file, using: IndexChunk.allCases))
    }

    @Test func aSubjectIsTheTaskOrWhatTheActionNames() throws {
        let category = JSONMember("categoryId", .string(JSONString(Self.category)))
        let person = JSONMember("person", .string(JSONString(Self.person.description)))
        let room = JSONMember("room", .string(JSONString(Self.person.description)))
        let digits = Array(Self.category.utf8)
        let parsed = UUIDValue(text: digits.span)
        let categoryID = try #require(parsed)
        let made = try Self.node("CREATE_PERSON", [JSONMember("name", "Ana")])
        let opened = try Self.node("OPEN_ROOM")
        let cases: [(Node, Subject?)] = [
            (try Self.node("SHARE", task: Self.task, [category]), .task(Self.task)),
            (try Self.node("SHARE", [category]), .category(categoryID)),
            (try Self.node("UPDATE_CATEGORY", [category]), .category(categoryID)),
            (try Self.node("ADD_DEVICE", [person]), .person(Self.person)),
            (try Self.node("SAY", [room]), .room(Self.person)),
            (try Self.node("SAY", [person]), nil),
            (try Self.node("SAY", [JSONMember("room", 1)]), nil),
            (try Self.node("FOO", [category, person, room]), nil),
            (try Self.node("KEEP_NODES", [person]), nil),
            (try Self.node("COMPLETE", [person]), nil),
            (made, .person(made.id)), (opened, .room(opened.id)),
        ]
        for (node, subject) in cases { #expect(node.subject == subject, "\(node.action)") }
        let (_, index) = try pack(cases.map(\.0))
        let expected = Dictionary(uniqueKeysWithValues: cases.map { ($0.0.id, $0.1) })
        for number in 0..<index.nodeCount {
            #expect(index.subject(of: number) == expected[index.id(of: number)])
        }
        // One category, two persons, two rooms.
        #expect(index.otherSubjects.count == 5 && index.taskCount == 1)
    }

    /// No node is read for its action, but for the last ones if there are more than numbers.
    @Test(arguments: [1, 127, 128, 200])
    func actionsHaveTheirNamesInTheIndex(_ count: Int) throws {
        func name(_ number: Int) -> String {
            "FOO_" + String(number).map { String(UnicodeScalar($0.asciiValue! + 17)) }.joined()
        }
        let nodes = try (1...count).map { try Self.node(name($0), task: Self.task, lamport: $0) }
        let (temporary, index) = try pack(nodes + [try Self.node("FOO_B", lamport: count + 1)])
        for number in 0..<count {
            let isNamed = number < 127
            #expect(index.action(of: number) == (isNamed ? nodes[number].action : nil))
        }
        #expect(index.action(of: count) == nodes[0].action)
        let facts = try #require(try temporary.store.storedLog()?.logIndex()?.facts())
        #expect(facts.roles == Array(repeating: .unknown, count: count + 1))
        let read = try temporary.store.snapshot().nodes
        #expect(read.map(\.action) == nodes.map(\.action) + [nodes[0].action])
    }

    /// The frames are damaged, and nobody looks at them.
    @Test func theRoleOfAnUnknownActionTakesNoFrame() throws {
        let temporary = try TemporaryStore()
        let name = try temporary.writePack([try Self.node("FOO", task: Self.task)])
        var bytes = try Files.read(temporary.packPath(name))
        let place = PackFormat.headerByteCount + 12
        bytes[place] ^= 0xFF
        try temporary.replace(temporary.packPath(name), with: bytes)
        let facts = try temporary.store.storedLog()?.logIndex()?.facts()
        #expect(facts?.roles == [.unknown])
    }

    @Test func aKindOfSubjectThatThereIsNotIsDamage() throws {
        let nodes = [try Self.node("OPEN_ROOM")]
        let forged = ForgedPack(nodes, nodesPerFrame: 1)
        var content = ForgedPack.content(of: .otherSubjects, in: forged.index)
        content[0] = 4
        let temporary = try TemporaryStore()
        let name = try forged.lying(.otherSubjects, content).write(to: temporary)
        let file = try MappedFile(temporary.indexPath(name))
        #expect(throws: PackIndex.Damage.self) {
            try PackIndex(file, using: [.subjects, .taskIDs, .otherSubjects])
        }
    }

    @Test func theNumberOfASubjectThatThereIsNotIsDamage() throws {
        let forged = ForgedPack([try Self.node("OPEN_ROOM")], nodesPerFrame: 1)
        var content: [UInt8] = []
        content.append(littleEndian: 1 | IndexChunk.foreignBit)
        let temporary = try TemporaryStore()
        let name = try forged.lying(.subjects, content).write(to: temporary)
        let file = try MappedFile(temporary.indexPath(name))
        #expect(throws: PackIndex.Damage.self) {
            try PackIndex(file, using: [.subjects, .taskIDs, .otherSubjects])
        }
    }

    @Test(arguments: ["foo\n", "FOO\n\n", "_\n"])
    func aNameThatIsNoActionIsDamage(_ names: String) throws {
        let forged = ForgedPack([try Self.node("FOO")], nodesPerFrame: 1)
        let temporary = try TemporaryStore()
        try forged.lying(.actionNames, Array(names.utf8)).write(to: temporary)
        let error = #expect(throws: RedoError.self) { try temporary.store.storedLog() }
        #expect(error?.code == .corrupted)
    }
}

/// Indexes in the format of another version.
@Suite struct OtherIndexVersionTests {
    let temporary: TemporaryStore
    let name: PackName
    let bytes: [UInt8]

    init() throws {
        temporary = try TemporaryStore()
        name = try temporary.writePack(try Sample.chain(12))
        bytes = try Files.read(temporary.indexPath(name))
        var other = bytes
        other[7] = UInt8(ascii: "1")
        // An older index has other chunks as well.
        other.removeLast(100)
        try temporary.replace(temporary.indexPath(name), with: other)
    }

    @Test func oneIsMadeAgainByWhoeverReadsIt() throws {
        #expect(try temporary.store.packs.open(using: Pack.facts).first?.nodeCount == 12)
        #expect(try Files.read(temporary.indexPath(name)) == bytes)
    }

    @Test func oneIsNoDamage() throws {
        #expect(try temporary.store.check().findings.isEmpty)
        #expect(try temporary.store.repair()?.actions.isEmpty == true)
    }

    @Test func oneOfADamagedPackIsNotMadeAgain() throws {
        var pack = try Files.read(temporary.packPath(name))
        pack[100] ^= 1
        try temporary.replace(temporary.packPath(name), with: pack)
        let error = #expect(throws: RedoError.self) {
            try temporary.store.packs.open(using: Pack.facts)
        }
        #expect(error?.code == .corrupted)
        #expect(error?.hints == ["'redo fsck --repair' saves the nodes that are whole"])
    }

    @Test func onlyAnotherDigitIsAnotherVersion() {
        for (magic, isOther) in [
            ("RedoIdx1", true), ("RedoIdx2", true), ("RedoIdx4", true), ("RedoIdx3", false),
            ("RedoIdxx", false),
            ("RedoPck1", false), ("RedoIdx", false), ("", false),
        ] {
            #expect(PackIndex.isOtherVersion(Array(magic.utf8).span) == isOther, "\(magic)")
        }
    }
}
