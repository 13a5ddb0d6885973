import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// What the persons of a log answer.
@Suite struct PeopleTests {
    private static func identity(_ writer: Writer, _ person: Node? = nil) -> Identity {
        Identity(user: writer.author.userID, person: person?.id)
    }

    // MARK: Whether there are any

    @Test func aLogWithoutStatementsHasNoPeople() throws {
        #expect(People.none.isEmpty)
        var scenario = SharedScenario()
        try scenario.add("CREATE", Writer(1), task: Sample.task, ["title": "T"])
        #expect(scenario.replay.authority.people.isEmpty)
    }

    @Test func aLogWithAPersonHasPeople() throws {
        var scenario = SharedScenario()
        try scenario.person(Writer(1))
        #expect(!scenario.replay.authority.people.isEmpty)
    }

    /// A key makes two persons and revokes itself in each, and neither revocation has seen the other person.
    @Test func revocationsCountWhereTheyLeaveNoPerson() throws {
        var scenario = SharedScenario()
        let writer = Writer(1)
        let persons = [
            try scenario.person(writer, Writer(200)), try scenario.person(writer, Writer(201)),
        ]
        for person in persons { try scenario.revoke(writer, person, by: writer, after: [person]) }
        let people = scenario.replay.authority.people
        #expect(people.persons.isEmpty)
        #expect(people.person(of: writer.author) == nil)
        #expect(Set(people.cutOff.keys) == Set(persons.map(\.id)))
        #expect(!people.isEmpty)
    }

    // MARK: Keys of a principal

    @Test func aUserHasOneKey() throws {
        var scenario = SharedScenario()
        let person = try scenario.person(Writer(1))
        let people = scenario.replay.authority.people
        #expect(
            people.identities(of: .user(Writer(1).author.userID))
                == [Self.identity(Writer(1), person)])
        #expect(people.identities(of: .user(Writer(2).author.userID)) == [Self.identity(Writer(2))])
    }

    @Test func aPersonHasTheKeysThatAreNotRevoked() throws {
        var scenario = SharedScenario()
        let (first, second) = (Writer(1), Writer(2))
        let person = try scenario.person(first)
        try scenario.join(second, person, by: first)
        let both = Set([first, second].map { Self.identity($0, person) })
        func identities() -> [Identity] {
            scenario.replay.authority.people.identities(of: .person(person.id))
        }
        #expect(Set(identities()) == both && identities().count == 2)
        try scenario.revoke(second, person, by: first)
        #expect(identities() == [Self.identity(first, person)])
        // Without any others the revoked ones are meant.
        try scenario.revoke(first, person, by: first)
        #expect(Set(identities()) == both && identities().count == 2)
    }

    @Test func aPersonThatTheLogDoesNotHaveIsAnIdentityWithoutAKey() {
        let id = Sample.id(1)
        #expect(People.none.identities(of: .person(id)) == [Identity(keyless: id)])
    }

    // MARK: Names

    @Test func aPrincipalIsShownByNameOrByTwelveDigits() throws {
        var scenario = SharedScenario()
        let person = try scenario.person(Writer(1))
        let people = scenario.replay.authority.people
        #expect(people.shortName(of: .person(person.id)) == "P")
        let id = Sample.id(0x0123_4567_89AB_CDEF)
        #expect(people.shortName(of: .person(id)) == "0123456789ab")
        let user = UserID(UUIDValue(high: 0x0123_4567_89AB_CDEF, low: 0))
        #expect(people.shortName(of: .user(user)) == "0123456789ab")
    }

    // MARK: RECOVERs

    /// Of two that have not seen one another the first counts if no device goes on from either.
    @Test func aRecoverThatDoesNotCountNamesTheOneThatDoes() throws {
        var scenario = SharedScenario()
        let recovery = Writer(200)
        let person = try scenario.person(Writer(1), recovery)
        for number: UInt8 in [2, 3] {
            try scenario.add(
                "RECOVER", recovery, after: [person],
                [
                    "person": person.reference, "key": Writer(number).keyValue,
                    "recovery": .string(JSONString(Writer(201).commitment)), "revokes": [],
                ])
        }
        let recovers = scenario.nodes.indices.filter {
            scenario.nodes[$0].action.isNamed("RECOVER")
        }
        try #require(recovers.count == 2)
        let loser = VoidNode(
            number: recovers[1], id: scenario.nodes[recovers[1]].id,
            reason: .otherRecovery(recovers[0]))
        #expect(scenario.replay.authority.people.voidNodes == [loser])
    }
}
