import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Who may revoke whom, and what becomes of the KEEP_NODES of a key that is revoked later.
@Suite struct SeniorityTests {
    private let ana = Writer(1)
    private let laptop = Writer(2)
    private let tablet = Writer(3)
    /// Ana's person, with a laptop that she let in and that has let in her own key as well.
    private let start: SharedScenario
    private let person: Node

    init() throws {
        var scenario = SharedScenario()
        person = try scenario.person(ana)
        try scenario.join(laptop, person, by: ana)
        try scenario.join(ana, person, by: laptop)
        start = scenario
    }

    @Test func noOneIsSeniorToWhoMadeThePerson() throws {
        var log = start
        let coup = try log.revoke(ana, person, by: laptop)
        #expect(log.codes[coup.id] == "E_PERMISSION_DENIED")
        let honest = try log.add("UPDATE_PERSON", ana, ["person": person.reference, "name": "Q"])
        #expect(log.codes[honest.id] == nil)
    }

    /// The laptop let in Ana's key, and that key the tablet: the tablet is below Ana alone.
    @Test func noOneIsSeniorThroughWhoMadeThePerson() throws {
        var log = start
        try log.join(tablet, person, by: ana)
        let coup = try log.revoke(tablet, person, by: laptop)
        #expect(log.codes[coup.id] == "E_PERMISSION_DENIED")
        let revocation = try log.revoke(tablet, person, by: ana)
        #expect(log.codes[revocation.id] == nil)
    }

    @Test func whoMadeThePersonMayRevokeItself() throws {
        var log = start
        let revocation = try log.revoke(ana, person, by: ana)
        #expect(log.codes[revocation.id] == nil)
    }

    /// The laptop keeps what the tablet wrote. A device deep in another person, which the laptop joined as well, revokes
    /// the laptop without having seen that: its decision comes later.
    @Test func whatAKeptNodeKeepsOutlivesIt() throws {
        var log = SharedScenario()
        let person = try log.person(ana)
        try log.join(laptop, person, by: ana)
        try log.join(tablet, person, by: laptop)
        let create = try log.add("CREATE", ana, task: Sample.task, ["title": "T"])
        let seen = log.heads
        let written = try log.update(Sample.task, by: tablet, after: [create])
        let revocation = try log.revoke(tablet, person, by: laptop, after: seen)
        let other = try log.person(Writer(4), Writer(201))
        try log.join(Writer(5), other, by: Writer(4))
        try log.join(Writer(6), other, by: Writer(5))
        let joined = try log.join(laptop, other, by: Writer(6))
        #expect(log.codes[written.id] == "E_KEY_REVOKED")
        let keep = try log.add(
            "KEEP_NODES", laptop, after: [revocation],
            ["revocation": revocation.reference, "keeps": [written.reference]])
        #expect(log.codes[keep.id] == nil && log.codes[written.id] == nil)
        let late = try log.revoke(laptop, other, by: Writer(6), after: [joined])
        let codes = log.codes
        #expect(codes[late.id] == nil && codes[revocation.id] == nil)
        #expect(codes[keep.id] == "E_KEY_REVOKED")
        #expect(codes[written.id] == nil)
    }
}
