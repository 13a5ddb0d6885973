import Foundation
import RedoCrypto
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// Anonymous copies of logs: the same shape, and nothing that a person wrote.
@Suite struct AnonymousLogTests {
    private func expectGood(_ nodes: [Node], _ seed: UInt64, _ comment: Comment? = nil) throws {
        let copy = try AnonymousCopy(of: nodes, seed: seed)
        #expect(copy.leftovers().isEmpty, comment)
        #expect(copy.differences().isEmpty, comment)
        #expect(copy.swappedCount == 0, comment)
    }

    @Test(arguments: LogVectorTests.names)
    func theVectorsKeepTheirShape(_ name: String) throws {
        let folder = try TemporaryFolder()
        let store = try RandomLogTests.store(folder, "store")
        let validator = NodeValidator()
        let lines = try Fixtures.lines("vectors/logs/\(name)/nodes.jsonl")
        _ = try store.admit(
            lines.map { line in
                Result { () throws(Rejection) in try validator.read(line, signature: .ifPresent) }
            }, validator: validator)
        let seed = Seed()
        try expectGood(store.snapshot().nodes, seed.value, seed.replay)
    }

    @Test(arguments: FamilyVectorTests.logs)
    func theVectorsOfFamiliesKeepTheirShape(_ log: String) throws {
        let validator = NodeValidator()
        let nodes = try Fixtures.lines("vectors/families/\(log).jsonl").map {
            try validator.read($0, signature: .ifPresent)
        }
        let seed = Seed()
        try expectGood(nodes.inReplayOrder, seed.value, seed.replay)
    }

    @Test func theLogOfADeviceKeepsItsShape() throws {
        let text = try Fixtures.bytes("redo_changes.json")
        let validator = NodeValidator()
        let nodes = try JSONDocument(text).root.elements.map {
            try validator.read(CanonicalJSON.bytes($0), signature: .ifPresent)
        }
        let seed = Seed()
        try expectGood(nodes.inReplayOrder, seed.value, seed.replay)
    }

    @Test func randomLogsKeepTheirShape() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<60 {
            let nodes = RandomLog(seed: random.next()).nodes.inReplayOrder
            try expectGood(nodes, random.next(), seed.replay)
        }
        for _ in 0..<40 {
            let nodes = RandomSharedLog(seed: random.next()).nodes
            try expectGood(nodes, random.next(), seed.replay)
        }
        for _ in 0..<20 {
            let nodes = try RandomRoomLog(seed: random.next()).nodes.inReplayOrder
            try expectGood(nodes, random.next(), seed.replay)
        }
    }

    // MARK: Faults are seen

    @Test func aCopyThatIsTheLogIsSeen() throws {
        let nodes = try Sample.chain(3)
        let copy = AnonymousCopy(nodes, nodes)
        #expect(copy.leftovers().count >= 3 * nodes.count)
        #expect(copy.differences().isEmpty)
    }

    /// One word is enough.
    @Test func aTitleThatIsLeftIsSeen() throws {
        let node = try Writer.ana.node(.create, minute: 1, ["title": "buy the milk"])
        let left = try Writer.ben.node(
            .create, task: Sample.otherTask, minute: 1 - 7 * 1440, ["title": "xyz xyz milk"])
        let copy = AnonymousCopy([node], [left])
        // Both devices are called so.
        let words = copy.leftovers().compactMap { $0.split(separator: " ").last }
        #expect(Set(words) == ["device", "milk"])
    }

    @Test func aTextWithinAnotherIsSeen() throws {
        let node = try Writer.ana.node(.create, minute: 1, ["title": "buckwheatpancakes"])
        let left = try Writer.ben.node(
            .create, task: Sample.otherTask, minute: 1 - 7 * 1440, ["title": "xbuckwheatpancakesx"])
        let found = AnonymousCopy([node], [left]).leftovers()
        #expect(found.filter { $0.hasPrefix("within") } == ["within: buckwheatpancakes"])
    }

    @Test func anotherShapeIsSeen() throws {
        let first = try Writer.ana.node(.create, minute: 1, ["title": "a"])
        let second = try Writer.ana.node(.archive, after: [first], minute: 2)
        let other = try Writer.ben.node(.unarchive, after: [first], minute: 2)
        #expect(!AnonymousCopy([first, second], [first, other]).differences().isEmpty)
        let later = try Writer.ana.node(.archive, after: [first], minute: 3)
        #expect(!AnonymousCopy([first, second], [first, later]).differences().isEmpty)
        let root = try Writer.ana.node(.archive, lamport: 2, minute: 2)
        #expect(!AnonymousCopy([first, second], [first, root]).differences().isEmpty)
    }

    // MARK: Single rules

    /// The bodies of a copy of some nodes.
    private func copy(_ nodes: [Node], seed: UInt64 = 7) throws -> [JSONValue] {
        try AnonymousCopy(of: nodes, seed: seed).copy.map {
            try JSONDocument($0.canonicalBytes).root.value
        }
    }

    private func fields(_ fields: JSONValue, seed: UInt64 = 7) throws -> JSONValue {
        let node = try Writer.ana.node(.create, minute: 0, fields)
        try expectGood([node], seed)
        return try #require(try copy([node], seed: seed)[0]["data"]?["fields"])
    }

    @Test func equalTextsStayEqualAndDifferentOnesDifferent() throws {
        let fields = try fields([
            "title": "home", "description": "home", "tags": ["home", "a", "b", "c", "garden"],
        ])
        guard case .array(let tags)? = fields["tags"] else { throw Missing() }
        #expect(fields["title"] == fields["description"])
        #expect(fields["title"] == tags[0])
        #expect(Set(tags).count == 5)
    }

    @Test func allTextsOfOneCharacterStayDifferent() throws {
        let texts = (0x21...0x7E).map {
            JSONValue.string(JSONString("\(Unicode.Scalar(UInt8($0)))"))
        }
        let fields = try fields(["title": "x", "list": .array(texts)])
        let name = try #require(fields.memberNames.first { $0 != "title" })
        guard case .array(let list)? = fields[name] else { throw Missing() }
        #expect(Set(list).count == texts.count)
    }

    @Test func whiteSpaceAndControlCharactersStay() throws {
        let fields = try fields(["title": "a\tb\n\u{1B}[0m  \u{2028}c\"\\"])
        let title = try #require(fields["title"]?.string?.description)
        #expect(
            title.unicodeScalars.filter { $0.value <= 0x20 || $0.value == 0x2028 }
                .map(\.value) == [9, 10, 27, 32, 32, 0x2028])
    }

    @Test func namesOfFieldsStayWellFormed() throws {
        let fields = try fields(["title": "x", "clientName": 1, "shoeSize2": ["meta": true]])
        let names = fields.memberNames.filter { $0 != "title" }
        #expect(names.map(\.count).sorted() == [9, 10])
        for name in names { #expect(OwnFieldName.mistake(name) == nil) }
    }

    /// Only members have names of the protocol; what a person calls something is a text.
    @Test func aTextThatIsCalledLikeAMemberDoesNotStay() throws {
        let fields = try fields([
            "title": "description", "project": "notes.email", "tags": ["deadline", "priority"],
            "mine": ["path": "notes.title", "id": "first-email"],
        ])
        let text = String(decoding: CanonicalJSON.bytes(fields), as: UTF8.self)
        for word in ["description", "notes", "email", "deadline", "priority"] {
            #expect(!text.contains(word), "\(text)")
        }
        #expect(fields["project"]?.string?.description.split(separator: ".").count == 2)
    }

    @Test func numbersOfTheProtocolStayAndOthersKeepTheirOrder() throws {
        let numbers: [Double] = [
            -120, -5, 0, 0.05, 0.5, 1, 7, 12, 12.5, 12.75, 99, 100, 101, 65536, 1e21, 2.5e300, 1e-7,
        ]
        let fields = try fields([
            "title": "x", "priority": 5, "storyPoints": .number(0.5), "frequencyDays": 30,
            "timeEstimate": 45, "list": .array(numbers.map { .number($0) }),
        ])
        #expect(fields["priority"] == 5)
        #expect(fields["storyPoints"] == .number(0.5))
        #expect(fields["frequencyDays"] == 30)
        #expect(fields["timeEstimate"] == 45)
        let list = try #require(fields.memberNames.first { fields[$0]?.isArray == true })
        guard case .array(let images)? = fields[list] else { throw Missing() }
        let values = images.compactMap(\.number)
        #expect(values.count == numbers.count)
        #expect(values != numbers)
        for (first, second) in zip(numbers.indices, numbers.indices.dropFirst())
        where numbers[first] < numbers[second] { #expect(values[first] < values[second]) }
    }

    /// Numbers of the protocol are so only as fields of a task, neither deeper nor in a list.
    @Test func numbersThatAreOnlyCalledLikeThoseOfTheProtocolDoNotStay() throws {
        let numbers: [JSONValue] = [1_234_567, 2_345_678, 3_456_789]
        let fields = try fields([
            "title": "x", "mine": ["priority": 4_567_890, "storyPoints": .array(numbers)],
        ])
        let name = try #require(fields.memberNames.first { $0 != "title" })
        let mine = try #require(fields[name])
        guard case .array(let images)? = mine["storyPoints"] else { throw Missing() }
        #expect(mine["priority"]?.number != nil && mine["priority"] != 4_567_890)
        #expect(images.compactMap(\.number).count == numbers.count)
        #expect(Set(images).isDisjoint(with: numbers))
    }

    @Test(arguments: [3, 24])
    func shortTextsOfAListKeepTheirOrder(_ count: Int) throws {
        let texts = "abcdefghijkl".map { String(repeating: "q", count: count - 1) + "\($0)" }
        let fields = try fields([
            "title": "x", "list": .array(texts.map { .string(JSONString($0)) }),
        ])
        let name = try #require(fields.memberNames.first { $0 != "title" })
        guard case .array(let list)? = fields[name] else { throw Missing() }
        let images = list.compactMap { $0.string?.description }
        #expect(images.count == texts.count)
        #expect(images == images.sorted())
    }

    @Test func rulesKeepTheirShapeAndZonesDoNotStay() throws {
        let fields = try fields([
            "title": "x", "recurrence": "FREQ=MONTHLY;BYDAY=-1FR,2MO;UNTIL=20260131T090000Z",
            "recurrenceFrom": "completion", "timeZone": "Europe/Vienna",
        ])
        let rule = try #require(fields["recurrence"]?.string?.description)
        #expect(rule.hasPrefix("FREQ=MONTHLY;BYDAY=-1FR,2MO;UNTIL="))
        #expect(rule.hasSuffix("T090000Z"))
        #expect(!rule.contains("20260131"))
        #expect(fields["recurrenceFrom"] == "completion")
        #expect(fields["timeZone"]?.string?.description.contains("Vienna") == false)
        let other = try self.fields(["title": "x", "recurrence": "when Zoe calls"])
        #expect(other["recurrence"]?.string?.description.contains("Zoe") == false)
    }

    /// The day of the week and the time of day stay, also where a time is written otherwise.
    @Test func timesMoveByWholeWeeks() throws {
        let times: [JSONValue] = [
            "2025-02-03T09:00:00Z", "2024-02-29T23:59:59.123456789+13:45",
            "1969-12-31T00:00:00-05:00",
            "2025-02-03",
        ]
        let fields = try fields(["title": "x", "list": .array(times)])
        let list = try #require(fields.memberNames.first { fields[$0]?.isArray == true })
        guard case .array(let images)? = fields[list] else { throw Missing() }
        var days: Set<Int64> = []
        for (time, image) in zip(times, images) {
            let (old, new) = (try #require(time.string), try #require(image.string))
            #expect(old.utf8.dropFirst(10).elementsEqual(new.utf8.dropFirst(10)))
            func midnight(_ text: JSONString) throws -> Instant {
                let midnight = "\("\(text)".prefix(10))T00:00:00Z"
                return try #require(JSONString(midnight).instant)
            }
            days.insert(try midnight(new).milliseconds - midnight(old).milliseconds)
        }
        #expect(days.count == 1)
        #expect(days.allSatisfy { $0 != 0 && $0 % (7 * 86_400_000) == 0 })
    }

    @Test(arguments: [
        "0000-01-01T00:00:00.000Z", "0000-02-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
        "1969-12-31T23:59:59.999Z",
    ])
    func timesStayWithinTheYears(_ wall: String) throws {
        let draft = NodeDraft(
            action: .create, taskID: Sample.task, parents: [],
            timestamp: Timestamp(lamport: 1, wall: Sample.instant(wall)), author: Sample.author,
            dialect: .fields, fields: [JSONMember("title", "a title")])
        let node = try draft.unsignedNode(validator: NodeValidator())
        for seed in 0..<20 { try expectGood([node], UInt64(seed)) }
    }

    /// Nothing can be moved, and all else is replaced.
    @Test func aLogOfAllYearsStaysWhereItIs() throws {
        let nodes = try [(1, "0000-01-01T00:00:00.000Z"), (2, "9999-12-31T23:59:59.999Z")].map {
            lamport, wall in
            try NodeDraft(
                action: .create, taskID: Sample.taskID(lamport), parents: [],
                timestamp: Timestamp(lamport: lamport, wall: Sample.instant(wall)),
                author: Sample.author, dialect: .fields, fields: [JSONMember("title", "a title")]
            ).unsignedNode(validator: NodeValidator())
        }
        let copy = try AnonymousCopy(of: nodes, seed: 1)
        #expect(copy.differences().isEmpty)
        #expect(copy.copy.map(\.timestamp) == nodes.map(\.timestamp))
    }

    // MARK: Ids

    @Test func idsThatFollowFromOthersGoOnFollowing() throws {
        let create = try Writer.ana.node(
            .create, minute: 0, ["title": "daily thing", "frequencyDays": 1])
        let unnamed = try Writer.ana.node(.addTodo, after: [create], minute: 1, ["notes": "no id"])
        let first = TodoID(unnamedTodoOf: unnamed.id)
        let done = try Writer.ana.node(
            .completeTodo, after: [unnamed], minute: 2,
            ["todoTaskId": first.json, "completed": "2025-02-03T09:00:00Z"])
        let second = TodoID(after: first, of: Sample.task)
        let next = try Writer.ana.node(
            .createTodo, after: [done], minute: 3, ["todoTaskId": second.json])
        let third = TodoID(after: second, of: Sample.task)
        let last = try Writer.ana.node(
            .createTodo, after: [next], minute: 4,
            ["todoTaskId": .string(JSONString("\(third)".uppercased()))])
        let nodes = [create, unnamed, done, next, last]
        try expectGood(nodes, 3)
        let copy = try AnonymousCopy(of: nodes, seed: 3).copy
        let task = try #require(copy[0].taskID)
        #expect(copy[2].payload.todo == TodoID(unnamedTodoOf: copy[1].id))
        #expect(copy[3].payload.todo == TodoID(after: TodoID(unnamedTodoOf: copy[1].id), of: task))
        #expect(copy[4].payload.todo == copy[3].payload.todo.map { TodoID(after: $0, of: task) })
        #expect(
            String(decoding: copy[4].canonicalBytes, as: UTF8.self)
                .contains("\(try #require(copy[4].payload.todo))".uppercased()))
    }

    /// Also where a node names one that comes later in the order.
    @Test func nodesAreNamedByTheirNewIds() throws {
        let create = try Writer.ana.node(.create, minute: 0, ["title": "a thing"])
        let late = try Writer.ben.node(
            .update, after: [create], lamport: 9, minute: 1, ["description": "later"])
        let missing = Sample.id(5)
        let delete = try Writer.ana.node(
            .delete, after: [create], minute: 2,
            ["deletedChain": [create.reference, late.reference, .string(JSONString("\(missing)"))]])
        let nodes = [create, delete, late].inReplayOrder
        try #require(nodes.last?.id == late.id)
        let copy = try AnonymousCopy(of: nodes, seed: 5).copy
        guard case .delete(let chain?) = copy[1].payload else { throw Missing() }
        #expect(chain[0] == copy[0].id)
        #expect(chain[1] == copy[2].id)
        #expect(chain[2] != missing)
    }

    /// What takes the place of something tells so by its nonce.
    @Test func whatIsMadeAgainStaysThat() throws {
        let key = try #require(Writer.ana.author.publicKey)
        var nonce = JSONString("00112233445566778899aabbccddeeff")
        var nodes: [Node] = []
        for minute in 0..<4 {
            let id = OwnedKind.category.certifiedID(key, nonce: nonce)
            nodes.append(
                try Writer.ana.node(
                    .createCategory, task: nil, after: nodes.suffix(1), minute: minute,
                    [
                        "categoryId": .string(JSONString(id.text)), "name": "the garden",
                        "color": "#1e90FF", "nonce": .string(nonce),
                    ]))
            nonce = OwnedKind.category.nonce(inPlaceOf: id)
        }
        try expectGood(nodes, 1)
        let copy = try AnonymousCopy(of: nodes, seed: 1).copy
        let ids = copy.compactMap {
            $0.fields?["categoryId"]?.withCharacters { UUIDValue(text: $0) }
        }
        #expect(ids.count == 4)
        for (id, node) in zip(ids, copy.dropFirst()) {
            #expect(node.fields?["nonce"]?.string == OwnedKind.category.nonce(inPlaceOf: id))
        }
    }

    /// Nodes of one task at one moment stand in the order of their ids, which are others now.
    @Test func tiesKeepTheirOrder() throws {
        for seed in 0..<10 {
            var nodes: [Node] = []
            for number in 0..<12 {
                let task = Sample.taskID(number)
                let create = try Writer.ana.node(
                    .create, task: task, minute: 0, ["title": "any title"])
                let ties = try (0..<3).map {
                    try Writer.ana.node(
                        .update, task: task, after: [create], minute: 1,
                        ["description": .string(JSONString("text \($0)"))])
                }
                nodes += [create] + ties
            }
            try expectGood(nodes.inReplayOrder, UInt64(seed))
        }
    }

    /// A category must be there before it is shared.
    @Test func whatIsSharedAndItsShareKeepTheirOrder() throws {
        let sharing = try #require(Action("SHARE"))
        let id: JSONValue = "c0ffee22-1111-4111-8111-000000000001"
        let grants: JSONValue = [
            ["grantee": .string(JSONString("\(Writer.ben.author.userID)")), "permission": "write"]
        ]
        for seed in 0..<10 {
            let category = try Writer.ana.node(
                .createCategory, task: nil, minute: 0,
                ["categoryId": id, "name": "the garden", "color": "#123456"])
            let share = try Writer.ana.node(
                sharing, task: nil, minute: 0, ["categoryId": id, "grants": grants])
            try expectGood([category, share].inReplayOrder, UInt64(seed))
        }
    }

    /// Nine nodes of one moment have more orders than are tried.
    @Test func nodesThatStandInAnotherOrderAreCounted() throws {
        let create = try Writer.ana.node(.create, minute: 0, ["title": "any title"])
        let ties = try (0..<9).map {
            try Writer.ana.node(
                .update, after: [create], minute: 1,
                ["description": .string(JSONString("text \($0)"))])
        }
        let copy = try AnonymousCopy(of: ([create] + ties).inReplayOrder, seed: 1)
        let ids = copy.copy.dropFirst().map(\.id)
        #expect(ids != ids.sorted())
        #expect(copy.swappedCount == ties.count)
    }

    @Test func granteesKeepTheirOrder() throws {
        let users = (10..<22 as Range<UInt8>).map { Writer($0).author.userID }.sorted()
            .map(\.description)
        let names = users.map { JSONValue.string(JSONString($0)) }
        let grants = names.prefix(6).map { name -> JSONValue in
            ["grantee": name, "permission": "write"]
        }
        let create = try Writer.ana.node(.create, minute: 0, ["title": "a thing"])
        let share = try Writer.ana.node(
            .share, after: [create], minute: 1,
            ["grants": .array(grants)])
        let unshare = try Writer.ana.node(
            .unshare, after: [share], minute: 2, ["grantees": .array(Array(names.suffix(6)))])
        let bodies = try copy([create, share, unshare])
        guard case .array(let first)? = bodies[1]["data"]?["fields"]?["grants"],
            case .array(let second)? = bodies[2]["data"]?["fields"]?["grantees"]
        else { throw Missing() }
        let values: [JSONValue] = first.compactMap { $0["grantee"] } + second
        let images: [String] = values.compactMap { $0.string?.description }
        #expect(images.count == users.count)
        #expect(Set(images).isDisjoint(with: users))
        #expect(images == images.sorted())
    }

    @Test func nodesThatAreNotSignedAreCounted() throws {
        let signed = try Sample.node(1, task: Sample.taskID(1), isSigned: true)
        let unsigned = try [2, 3].map {
            try Sample.node($0, task: Sample.taskID($0), isSigned: false)
        }
        for (nodes, count) in [([signed], 0), (unsigned, 2), ([signed] + unsigned, 2)] {
            let nodes = nodes.inReplayOrder
            var log = try AnonymousLog(
                count: nodes.count, secret: [UInt8](repeating: 1, count: 32)
            ) { (number) throws(RedoError) in nodes[number] }
            try log.forEachNode { (_) throws(RedoError) in }
            #expect(log.unsignedCount == count)
            #expect(log.repairedCount == 0)
        }
    }

    @Test func usersKeepTheirOrderAndUnsignedNodesStayUnsigned() throws {
        let writers = (1...9).map { Writer($0) }
        var nodes = try writers.enumerated().map { number, writer in
            try writer.node(.create, task: Sample.taskID(number), minute: number, ["title": "t"])
        }
        nodes.append(try Sample.node(3, task: Sample.taskID(77), isSigned: false))
        let copy = try AnonymousCopy(of: nodes.inReplayOrder, seed: 4)
        #expect(copy.differences().isEmpty)
        let pairs = zip(copy.original, copy.copy).map { ($0.author.userID, $1.author.userID) }
        #expect(pairs.sorted { $0.0 < $1.0 }.map(\.1) == pairs.map(\.1).sorted())
        #expect(copy.copy.count { !$0.isSigned } == 1)
    }

    /// More authors than there are keys in memory at once.
    @Test func aLogOfManyAuthorsIsCopiedWhole() throws {
        let nodes = try (1...130).map { number in
            try Writer(UInt8(number)).node(
                .create, task: Sample.taskID(number), minute: number, ["title": "t"])
        }
        let copy = try AnonymousCopy(of: nodes.inReplayOrder, seed: 4)
        #expect(copy.differences().isEmpty)
        #expect(Set(copy.copy.map(\.author.userID)).count == nodes.count)
    }

    @Test func aSignatureOverTheDigestStaysOne() throws {
        let draft = Sample.draft(.create, .fields, fields: ["title": "a title"])
        let unsigned = try draft.unsignedNode(validator: NodeValidator())
        let signature = Sample.key().sign(unsigned.id.digest.bytes.span)
        let node = try NodeValidator().read(
            unsigned.encoding.line(id: unsigned.id, signature: signature), signature: .required)
        try #require(node.signedOver == .digest)
        #expect(try AnonymousCopy(of: [node], seed: 1).copy.first?.signedOver == .digest)
    }

    @Test func aSecretMakesOneCopyAndAnotherSecretAnother() throws {
        let nodes = try Sample.chain(3)
        let first = try AnonymousCopy(of: nodes, seed: 1).copy.map(\.id)
        #expect(try AnonymousCopy(of: nodes, seed: 1).copy.map(\.id) == first)
        #expect(try AnonymousCopy(of: nodes, seed: 2).copy.map(\.id) != first)
    }

    /// Parents from elsewhere have no place in the store that it comes into: the command does not make such copies.
    @Test func anEmptyLogHasACopy() throws {
        #expect(try AnonymousCopy(of: [], seed: 1).copy.isEmpty)
    }

    private struct Missing: Error {}
}

extension TodoID {
    fileprivate var json: JSONValue { .string(JSONString("\(self)")) }
}

extension JSONValue {
    fileprivate var isArray: Bool {
        if case .array = self { return true }
        return false
    }

    fileprivate var memberNames: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name.description)
    }

    fileprivate subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.description == name }?.value
    }
}
