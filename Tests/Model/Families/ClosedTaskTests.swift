import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Tasks that are closed from the start (docs/extensions.md, section 4).
@Suite struct ClosedTaskTests {
    private static let (ana, laptop, thief) = (Writer(1), Writer(2), Writer(3))
    private static let partner = Writer(4)
    private static let nonce: JSONString = "00112233445566778899aabbccddeeff"
    private static let denied = "E_PERMISSION_DENIED"

    private var scenario = SharedScenario()
    private let person: Node
    private let task: TaskID
    private let create: Node

    /// Ana, her laptop, and a task of hers that is closed.
    init() throws {
        person = try scenario.person(Self.ana)
        try scenario.join(Self.laptop, person, by: Self.ana)
        task = try Self.task(of: Self.ana)
        create = try scenario.add("CREATE", Self.ana, task: task, Self.fields("mine"))
    }

    private static func task(of writer: Writer) throws -> TaskID {
        TaskID(
            OwnedKind.task.certifiedID(try #require(writer.author.publicKey), nonce: nonce))
    }

    private static func fields(
        _ title: JSONString, closed: JSONValue = .bool(true)
    ) -> JSONValue {
        ["title": .string(title), "ownerNonce": .string(nonce), "closed": closed]
    }

    /// A laptop is stolen and revoked; the thief comes back with a key made a minute ago.
    @Test mutating func aRevokedThiefDoesNotComeBackWithANewKey() throws {
        let kept = try scenario.update(task, by: Self.laptop)
        try scenario.revoke(Self.laptop, person, by: Self.ana, after: [create])
        let old = try scenario.update(task, by: Self.laptop)
        let trashed = try scenario.add(
            "UPDATE", Self.thief, task: task, ["trashedAt": "2025-01-01T00:00:00Z"])
        let deleted = try scenario.add(
            "DELETE", Self.thief, task: task, after: [create],
            ["deletedChain": [create.reference]])
        let codes = scenario.codes
        #expect(codes[trashed.id] == Self.denied && codes[deleted.id] == Self.denied)
        #expect(codes[old.id] == "E_KEY_REVOKED" && codes[kept.id] == "E_KEY_REVOKED")
        #expect(scenario.replay.task(task)?.title == "mine")
        #expect(scenario.replay.task(task)?.isInTrash == false)
    }

    /// Who may only read one task can change neither that one nor any other.
    @Test mutating func whoMayReadOneTaskChangesNone() throws {
        try scenario.share(task, "read", to: Self.partner.userValue, by: Self.ana)
        let written = try scenario.update(task, by: Self.partner)
        // The same without having seen the SHARE, and without having seen anything.
        let beside = try scenario.update(task, by: Self.partner, after: [create])
        let loose = try scenario.update(task, by: Self.partner, after: [])
        let codes = scenario.codes
        for node in [written, beside, loose] { #expect(codes[node.id] == Self.denied) }
        #expect(scenario.replay.task(task)?.title == "mine")
    }

    @Test mutating func devicesOfTheOwnerAndWhoMayWriteChangeIt() throws {
        let own = try scenario.update(task, by: Self.laptop)
        try scenario.share(task, "write", to: Self.partner.userValue, by: Self.ana)
        let granted = try scenario.update(task, by: Self.partner)
        #expect(scenario.codes[own.id] == nil && scenario.codes[granted.id] == nil)
    }

    /// A SHARE does not bring back what it has seen, as it does on a task that was open.
    @Test mutating func aShareBringsBackNothing() throws {
        let early = try scenario.update(task, by: Self.partner)
        try scenario.share(task, "write", to: Self.partner.userValue, by: Self.ana)
        #expect(scenario.codes[early.id] == Self.denied)
    }

    @Test(arguments: [JSONValue.string("true"), .number(1), .bool(false), .null])
    func onlyTheLiteralClosesIt(_ closed: JSONValue) throws {
        var scenario = SharedScenario()
        try scenario.add("CREATE", Self.ana, task: task, Self.fields("T", closed: closed))
        let stranger = try scenario.update(task, by: Self.thief)
        #expect(scenario.codes[stranger.id] == nil)
    }

    /// Neither a later UPDATE nor a CREATE that certifies nothing closes a task.
    @Test func whatDoesNotCertifyItsOwnerClosesNothing() throws {
        var scenario = SharedScenario()
        try scenario.add("CREATE", Self.ana, task: Sample.task, Self.fields("T"))
        try scenario.add("UPDATE", Self.ana, task: Sample.task, ["closed": .bool(true)])
        let stranger = try scenario.update(Sample.task, by: Self.thief)
        #expect(scenario.codes[stranger.id] == nil)
        #expect(scenario.replay.authority.access(to: Sample.task) == nil)
    }

    /// An UPDATE opens nothing either.
    @Test mutating func noLaterNodeOpensIt() throws {
        try scenario.add("UPDATE", Self.ana, task: task, ["closed": .bool(false)])
        let stranger = try scenario.update(task, by: Self.thief)
        #expect(scenario.codes[stranger.id] == Self.denied)
    }

    /// What others cannot do costs no more than a look at the columns as long as they do not try.
    @Test mutating func itIsClosedWhetherOrNotOthersTried() throws {
        let owner = Principal.person(person.id)
        for _ in 0..<2 {
            let access = try #require(scenario.replay.authority.access(to: task))
            #expect(access.owner == owner && access.isClosed && !access.isShared)
            try scenario.update(task, by: Self.thief)
        }
    }

    /// Of two CREATEs that certify the id the first counts, and it alone says whether the task is closed.
    @Test func theCreateThatCountsSaysWhetherItIsClosed() throws {
        for isFirstClosed in [true, false] {
            var scenario = SharedScenario()
            let (first, second) = (JSONValue.bool(isFirstClosed), JSONValue.bool(!isFirstClosed))
            try scenario.add(
                "CREATE", Self.ana, task: task, after: [], Self.fields("1", closed: first))
            try scenario.add(
                "CREATE", Self.ana, task: task, after: [], minute: 5,
                Self.fields("2", closed: second))
            let stranger = try scenario.update(task, by: Self.thief)
            #expect(scenario.codes[stranger.id] == (isFirstClosed ? Self.denied : nil))
        }
    }
}
