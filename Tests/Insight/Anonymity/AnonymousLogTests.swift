import Foundation
import RedoCrypto
import RedoJSON
import RedoStore
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoInsight
@testable import RedoModel

/// Anonymous copies of logs: the same shape, and nothing that a person wrote.
@Suite struct AnonymousLogTests {
    private func expectGood(_ nodes: [Node], _ comment: Comment? = nil) throws {
        let copy = try AnonymousCopy(of: nodes)
        #expect(copy.leftovers().isEmpty, comment)
        #expect(copy.differences().isEmpty, comment)
        #expect(copy.swappedCount == 0, comment)
    }

    private static let logs =
        (try? Fixtures.names(in: Fixtures.directory.appending(path: "vectors/logs"))) ?? []

    private static let families = ["effective", "organisation", "people", "rooms"].flatMap {
        family in
        let directory = Fixtures.directory.appending(path: "vectors/families/\(family)")
        return ((try? Fixtures.names(in: directory)) ?? []).filter { $0.hasSuffix(".jsonl") }
            .map { "\(family)/\($0)" }
    }

    @Test(arguments: logs)
    func theVectorsKeepTheirShape(_ name: String) throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/store"
        _ = try Store.create(at: path, configuration: Configuration())
        let store = try Store(
            opening: StoreLocation(path: path, origin: .named),
            userConfiguration: try Configuration(parsing: "[core]\nfsync = none\n"),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
        let validator = NodeValidator()
        let lines = try Fixtures.lines("vectors/logs/\(name)/nodes.jsonl")
        _ = try store.admit(
            lines.map { line in
                Result { () throws(Rejection) in try validator.read(line, signature: .ifPresent) }
            }, validator: validator)
        try expectGood(store.snapshot().nodes)
    }

    @Test(arguments: families)
    func theVectorsOfFamiliesKeepTheirShape(_ log: String) throws {
        let validator = NodeValidator()
        let nodes = try Fixtures.lines("vectors/families/\(log)").map {
            try validator.read($0, signature: .ifPresent)
        }
        try expectGood(nodes.inReplayOrder)
    }

    @Test func allVectorsAreCopied() {
        #expect(Self.logs.count == 62)
        #expect(Self.families.count == 106)
    }

    @Test func theLogOfADeviceKeepsItsShape() throws {
        let text = try Fixtures.bytes("redo_changes.json")
        let validator = NodeValidator()
        let nodes = try JSONDocument(text).root.elements.map {
            try validator.read(CanonicalJSON.bytes($0), signature: .ifPresent)
        }
        try expectGood(nodes.inReplayOrder)
    }

    @Test func randomLogsKeepTheirShape() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<60 {
            try expectGood(RandomLog(seed: random.next()).nodes.inReplayOrder, seed.replay)
        }
        for _ in 0..<40 {
            try expectGood(RandomSharedLog(seed: random.next()).nodes, seed.replay)
        }
        for _ in 0..<20 {
            let nodes = try RandomRoomLog(seed: random.next()).nodes.inReplayOrder
            try expectGood(nodes, seed.replay)
        }
    }

    // MARK: Contents

    /// Whatever people write, and wherever: no text, name, address, device, custom field or number of it is left, and no
    /// length.
    @Test func nothingOfRandomContentsIsLeft() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<40 {
            var contents = RandomContents(seed: random.next())
            let nodes = try contents.nodes(count: 12)
            try expectGood(nodes.inReplayOrder, seed.replay)
            let copy = try AnonymousCopy(of: nodes.inReplayOrder)
            let all = Data(copy.copy.flatMap { $0.canonicalBytes + [UInt8(ascii: "\n")] })
            for secret in contents.secrets where secret.utf8.count >= 12 {
                #expect(all.range(of: Data(secret.utf8)) == nil, "\(secret), \(seed.replay)")
            }
        }
    }

    /// All texts of one node, of whatever length, are of one length.
    @Test func lengthsDoNotStay() throws {
        let texts = (1...300).map { String(repeating: "q", count: $0) }
        let fields = try fields([
            "title": "x", "tags": .array(texts.map { .string(JSONString($0)) }),
        ])
        guard case .array(let tags)? = fields["tags"] else { throw Missing() }
        #expect(Set(tags).count == texts.count)
        #expect(Set(tags.map { $0.string?.utf8.count }) == [18])
        #expect(fields["title"]?.string?.utf8.count == 18)
    }

    @Test func twoCopiesHaveNothingInCommon() throws {
        let nodes = try Sample.chain(3)
        let copies = try (0..<2).map { _ in try AnonymousCopy(of: nodes).copy }
        for (first, second) in zip(copies[0], copies[1]) {
            #expect(first.id != second.id)
            #expect(first.taskID != second.taskID)
            #expect(first.author.userID != second.author.userID)
            #expect(first.author.deviceID != second.author.deviceID)
            #expect(first.timestamp.wall != second.timestamp.wall)
            #expect(first.fields?["title"]?.string != second.fields?["title"]?.string)
        }
    }

    @Test func equalTextsStayEqualAndDifferentOnesDifferent() throws {
        let fields = try fields([
            "title": "home", "description": "home", "tags": ["home", "a", "b", "c", "garden"],
            "project": "home.garden",
        ])
        guard case .array(let tags)? = fields["tags"], let first = tags.first?.string,
            let last = tags.last?.string
        else { throw Missing() }
        #expect(fields["title"] == fields["description"])
        #expect(fields["title"] == tags[0])
        #expect(Set(tags).count == 5)
        #expect(fields["project"]?.string?.description == "\(first).\(last)")
    }

    /// It has no content, and makes a node of a family void.
    @Test func anEmptyTextStaysEmpty() throws {
        let fields = try fields(["title": "x", "description": "", "mine": [""]])
        #expect(fields["description"] == "")
        #expect(fields.memberNames.contains { fields[$0] == [""] })
    }

    @Test func namesOfFieldsStayWellFormed() throws {
        let fields = try fields(["title": "x", "clientName": 1, "shoeSize2": ["meta": true]])
        let names = fields.memberNames.filter { $0 != "title" }
        #expect(names.count == 2)
        for name in names { #expect(OwnFieldName.mistake(name) == nil) }
    }

    /// Only members have names of the protocol; what a person calls something is a text.
    @Test func aTextThatIsCalledLikeAMemberDoesNotStay() throws {
        let fields = try fields([
            "title": "description", "project": "notes.email", "tags": ["deadline", "priority"],
            "mine": ["path": "notes.title", "priority": "first-email"], "permission": "admin",
        ])
        let text = String(decoding: CanonicalJSON.bytes(fields), as: UTF8.self)
        for word in ["description", "notes", "email", "deadline", "priority", "admin"] {
            #expect(!text.contains(word), "\(text)")
        }
    }

    @Test func numbersOfTheProtocolStayAndOthersDoNot() throws {
        let numbers: [JSONValue] = [-120, 0, .number(0.05), 1, 1, 65536, .number(1e21)]
        let half = JSONValue.number(0.5)
        let fields = try fields([
            "title": "x", "priority": 5, "storyPoints": half, "frequencyDays": 30,
            "timeEstimate": 45, "tags": .array(numbers), "mine": ["priority": 4, "tier": 1000],
        ])
        #expect(fields["priority"] == 5)
        #expect(fields["storyPoints"] == half)
        #expect(fields["frequencyDays"] == 30)
        #expect(fields["timeEstimate"] == 45)
        guard case .array(let images)? = fields["tags"] else { throw Missing() }
        #expect(images.count == numbers.count)
        #expect(images[3] == images[4])
        #expect(Set(images).isDisjoint(with: numbers))
        // A merge can take the greatest.
        let values = images.compactMap(\.number)
        #expect(values == values.sorted() && Set(values).count == numbers.count - 1)
        let mine = fields.memberNames.compactMap { fields[$0] }.flatMap { value in
            value.memberNames.compactMap { value[$0] }
        }
        #expect(mine.count == 2 && Set(mine).isDisjoint(with: [4, 1000]))
        let list = try self.fields(["title": "x", "timeEstimate": [4_567_890]])
        #expect(list["timeEstimate"] != [4_567_890])
    }

    /// The times of a rule, of its days and of its zone would tell by how much the times of its task were moved.
    @Test func rulesAndZonesDoNotStay() throws {
        let fields = try fields([
            "title": "x", "recurrence": "FREQ=MONTHLY;BYDAY=-1FR,2MO;UNTIL=20260131T090000Z",
            "recurrenceFrom": "completion", "timeZone": "Europe/Vienna",
            "recurrenceOf": "scheduled", "recurrenceExcept": ["2026-01-30"],
            "reminders": ["-PT30M"],
        ])
        #expect(fields["recurrence"]?.string?.hasPrefix("x-") == true)
        #expect(fields["timeZone"]?.string?.hasPrefix("x-") == true)
        #expect(fields["recurrenceFrom"] == "completion" && fields["recurrenceOf"] == "scheduled")
        for name: StaticString in ["recurrenceExcept", "reminders"] {
            guard case .array(let elements)? = fields[name], elements.count == 1 else {
                Issue.record("\(fields)")
                continue
            }
            #expect(elements[0].string?.hasPrefix("x-") == true)
        }
    }

    // MARK: Times

    /// Neither the day of the week nor the time of day stays.
    @Test func timesMoveByOneTime() throws {
        let wait: JSONValue = "2025-02-03T09:00:00Z"
        let until: JSONValue = "2024-02-29T23:59:59.123456789+13:45"
        let fields = try fields(["title": "x", "wait": wait, "until": until])
        let shifts = try [("wait", wait), ("until", until)].map { name, old in
            let (old, new) = (old.string?.instant, fields[name]?.string?.instant)
            return try #require(new).milliseconds - #require(old).milliseconds
        }
        #expect(shifts[0] == shifts[1] && shifts[0] < 0)
    }

    /// A merge takes two spellings of one time for two values.
    @Test func spellingsStayDifferent() throws {
        let fields = try fields([
            "title": "x", "wait": "2025-02-03T09:00:00Z", "until": "2025-02-03T10:00:00.000+01:00",
            "scheduled": "2025-02-03T09:00:00Z",
            "category": "C0FFEE22-1111-4111-8111-000000000001",
        ])
        #expect(fields["wait"] == fields["scheduled"])
        #expect(fields["wait"] != fields["until"])
        #expect(fields["wait"]?.string?.instant == fields["until"]?.string?.instant)
        let category = try #require(fields["category"]?.string?.description)
        #expect(category == category.uppercased())
    }

    /// What would lie before the years begin is their beginning, and the order of nodes stays.
    @Test func theEarliestTimesStayInOrder() throws {
        var nodes: [Node] = []
        for (number, wall) in ["0000-01-01T00:00:00.000Z", "0000-06-01T00:00:00.000Z"].enumerated()
        {
            for lamport in 1...3 {
                let draft = NodeDraft(
                    action: lamport == 1 ? .create : .update, taskID: Sample.task,
                    parents: [], timestamp: Timestamp(lamport: lamport, wall: Sample.instant(wall)),
                    author: Sample.author, dialect: .fields,
                    fields: [JSONMember("title", .string(JSONString("title \(number)")))])
                nodes.append(try draft.unsignedNode(validator: NodeValidator()))
            }
        }
        for _ in 0..<10 {
            let copy = try AnonymousCopy(of: nodes.inReplayOrder)
            #expect(copy.copy.map(\.id) == copy.copy.inReplayOrder.map(\.id))
            #expect(copy.copy.allSatisfy { $0.timestamp.wall == .earliest })
            #expect(copy.swappedCount == 0)
        }
    }

    /// No node lets the times of a log stay.
    @Test func aLogOfAllYearsIsMoved() throws {
        let nodes = try [(1, "0000-01-01T00:00:00.000Z"), (2, "9999-12-31T23:59:59.999Z")].map {
            lamport, wall in
            try NodeDraft(
                action: .create, taskID: Sample.taskID(lamport), parents: [],
                timestamp: Timestamp(lamport: lamport, wall: Sample.instant(wall)),
                author: Sample.author, dialect: .fields, fields: [JSONMember("title", "a title")]
            ).unsignedNode(validator: NodeValidator())
        }
        let copy = try AnonymousCopy(of: nodes)
        #expect(copy.copy[1].timestamp.wall < Sample.instant("9999-01-01T00:00:00.000Z"))
    }

    // MARK: Sizes

    /// Digests of short texts and numbers make a node larger, which must not become too large to be valid.
    @Test func aNodeWithoutRoomForDigestsIsCut() throws {
        let numbers = JSONValue.array((0..<200_000).map { .number(Double($0 % 1000)) })
        let create = try Writer.ana.node(
            .create, minute: 0, ["title": "a thing", "mine": numbers, "priority": 4])
        let other = try Writer.ben.node(
            .update, .payload, after: [create], minute: 1, ["title": "another"])
        let entry: JSONValue = ["path": "a", "strategy": "lww"]
        let merge = try Writer.ana.node(
            .merge, .payload, after: [create, other], minute: 2,
            [
                "base": create.reference,
                "resolutions": ["task": .array(Array(repeating: entry, count: 30_000))],
            ])
        let copy = try AnonymousCopy(of: [create, other, merge]).copy
        #expect(copy.map(\.action) == [.create, .update, .merge])
        #expect(copy[0].fields?["priority"]?.integer == 4)
        #expect(copy[2].payload.mergeBase == copy[0].id)
    }

    // MARK: Faults are seen

    @Test func aCopyThatIsTheLogIsSeen() throws {
        let nodes = try Sample.chain(3)
        let copy = AnonymousCopy(nodes, nodes)
        #expect(copy.leftovers().count >= 3 * nodes.count)
        #expect(copy.differences().isEmpty)
    }

    @Test func aTextThatIsLeftIsSeen() throws {
        let node = try Writer.ana.node(.create, minute: 1, ["title": "x-0123456789abcdef"])
        let left = try Writer.ben.node(
            .create, task: Sample.otherTask, minute: -1_000_000, ["title": "buy milk", "mine": 1])
        let found = AnonymousCopy([node], [left]).leftovers()
        #expect(Set(found) == ["text: device-2", "text: buy milk", "text: mine"])
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
        try expectGood(nodes)
        let copy = try AnonymousCopy(of: nodes).copy
        let task = try #require(copy[0].taskID)
        #expect(copy[2].payload.todo == TodoID(unnamedTodoOf: copy[1].id))
        #expect(copy[3].payload.todo == TodoID(after: TodoID(unnamedTodoOf: copy[1].id), of: task))
        #expect(copy[4].payload.todo == copy[3].payload.todo.map { TodoID(after: $0, of: task) })
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
        let copy = try AnonymousCopy(of: nodes).copy
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
            nonce = OwnedKind.category.nonce(replacing: id)
        }
        try expectGood(nodes)
        let copy = try AnonymousCopy(of: nodes).copy
        let ids = copy.compactMap {
            $0.fields?["categoryId"]?.withCharacters { UUIDValue(text: $0) }
        }
        #expect(ids.count == 4)
        for (id, node) in zip(ids, copy.dropFirst()) {
            #expect(node.fields?["nonce"]?.string == OwnedKind.category.nonce(replacing: id))
        }
    }

    /// Nodes of one task at one moment stand in the order of their ids, which are others now.
    @Test func tiesKeepTheirOrder() throws {
        for _ in 0..<10 {
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
            try expectGood(nodes.inReplayOrder)
        }
    }

    /// A category must be there before it is shared.
    @Test func whatIsSharedAndItsShareKeepTheirOrder() throws {
        let sharing = try #require(Action("SHARE"))
        let id: JSONValue = "c0ffee22-1111-4111-8111-000000000001"
        let grants: JSONValue = [
            ["grantee": .string(JSONString("\(Writer.ben.author.userID)")), "permission": "write"]
        ]
        for _ in 0..<10 {
            let category = try Writer.ana.node(
                .createCategory, task: nil, minute: 0,
                ["categoryId": id, "name": "the garden", "color": "#123456"])
            let share = try Writer.ana.node(
                sharing, task: nil, minute: 0, ["categoryId": id, "grants": grants])
            try expectGood([category, share].inReplayOrder)
        }
    }

    /// Twelve nodes of one moment have more orders than are tried.
    @Test func nodesThatStandInAnotherOrderAreCounted() throws {
        let create = try Writer.ana.node(.create, minute: 0, ["title": "any title"])
        let ties = try (0..<12).map {
            try Writer.ana.node(
                .update, after: [create], minute: 1,
                ["description": .string(JSONString("text \($0)"))])
        }
        let copy = try AnonymousCopy(of: ([create] + ties).inReplayOrder)
        let ids = copy.copy.dropFirst().map(\.id)
        #expect(ids != ids.sorted())
        #expect(copy.swappedCount == ties.count)
    }

    /// A key that has written nothing is known by its user.
    @Test func aKeyAndItsUserGoTogether() throws {
        let other = Writer(77)
        let key = try #require(other.author.publicKey)
        let person = try Writer.ana.node(
            .createPerson, task: nil, minute: 0,
            ["name": "P", "recovery": .string(JSONString(Writer(200).commitment))])
        let device = try Writer.ana.node(
            .addDevice, task: nil, after: [person], minute: 1,
            ["person": person.reference, "key": .string(JSONString(key.hexadecimal))])
        let create = try Writer.ana.node(.create, minute: 0, ["title": "a thing"])
        let share = try Writer.ana.node(
            .share, after: [create], minute: 2,
            [
                "grants": [
                    [
                        "grantee": .string(JSONString("\(other.author.userID)")),
                        "permission": "write",
                    ]
                ]
            ])
        let copy = try AnonymousCopy(of: [person, create, device, share].inReplayOrder).copy
        let image = copy.compactMap { node in
            node.fields?["key"]?.withCharacters { PublicKey(hexadecimal: $0) }
        }
        let grantee = copy.compactMap { node in
            (node.fields?["grants"]?.value).flatMap { grants -> JSONString? in
                guard case .array(let entries) = grants else { return nil }
                return entries.first?["grantee"]?.string
            }
        }
        #expect(image.count == 1 && image[0] != key)
        #expect(grantee.map(\.description) == image.map { "\(UserID($0))" })
    }

    @Test func nodesThatAreNotSignedAreCounted() throws {
        let signed = try Sample.node(1, task: Sample.taskID(1), isSigned: true)
        let unsigned = try [2, 3].map {
            try Sample.node($0, task: Sample.taskID($0), isSigned: false)
        }
        for (nodes, count) in [([signed], 0), (unsigned, 2), ([signed] + unsigned, 2)] {
            let nodes = nodes.inReplayOrder
            var log = try AnonymousLog(count: nodes.count) {
                (number) throws(RedoError) in nodes[number]
            }
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
        let copy = try AnonymousCopy(of: nodes.inReplayOrder)
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
        let copy = try AnonymousCopy(of: nodes.inReplayOrder)
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
        #expect(try AnonymousCopy(of: [node]).copy.first?.signedOver == .digest)
    }

    @Test func anEmptyLogHasACopy() throws {
        #expect(try AnonymousCopy(of: []).copy.isEmpty)
    }

    private func fields(_ fields: JSONValue) throws -> JSONValue {
        let node = try Writer.ana.node(.create, minute: 0, fields)
        try expectGood([node])
        let copy = try #require(AnonymousCopy(of: [node]).copy.first)
        return try #require(JSONDocument(copy.canonicalBytes).root["data"]?["fields"]).value
    }

    private struct Missing: Error {}
}

extension TodoID {
    fileprivate var json: JSONValue { .string(JSONString("\(self)")) }
}

extension JSONValue {
    fileprivate var memberNames: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name.description)
    }

    fileprivate subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.description == name }?.value
    }
}
