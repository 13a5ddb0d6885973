import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Who works on a task, as a log has it.
@Suite struct HeldClaimTests {
    private static let until = Sample.instant("2025-01-01T09:00:00.000Z")

    private static func minute(_ minute: Int) -> Instant {
        Instant(milliseconds: Sample.wall.milliseconds + Int64(minute) * 60_000)
    }

    private static let fields: JSONValue = [
        "claimId": "bbbbbbbb-0000-4000-8000-000000000001", "until": "2025-01-01T09:00:00.000Z",
    ]

    private static func held(
        _ scenario: SharedScenario, at minute: Int
    ) -> [TaskID: HeldClaim] {
        HeldClaim.all(
            in: scenario.nodes.filter(\.action.isOfClaim), at: Self.minute(minute),
            scenario.replay.authority)
    }

    @Test func aClaimIsHeldUntilItsEnd() throws {
        var scenario = SharedScenario()
        let writer = Writer(1)
        try scenario.add("CLAIM", writer, task: Sample.task, Self.fields)
        let key = try #require(writer.author.publicKey)
        let claim = HeldClaim(key: key, name: nil, until: Self.until)
        #expect(Self.held(scenario, at: 0) == [Sample.task: claim])
        #expect(Self.held(scenario, at: 59) == [Sample.task: claim])
        #expect(Self.held(scenario, at: 60).isEmpty)
    }

    @Test func eachTaskHasItsOwnHolder() throws {
        var scenario = SharedScenario()
        try scenario.add("CLAIM", Writer(1), task: Sample.task, Self.fields)
        try scenario.add("CLAIM", Writer(2), task: Sample.otherTask, Self.fields)
        let held = Self.held(scenario, at: 1)
        #expect(held.count == 2)
        #expect(held[Sample.task]?.key == Writer(1).author.publicKey)
        #expect(held[Sample.otherTask]?.key == Writer(2).author.publicKey)
    }

    @Test func whatItsHolderReleasesIsNotHeld() throws {
        var scenario = SharedScenario()
        try scenario.add("CLAIM", Writer(1), task: Sample.task, Self.fields)
        let release: JSONValue = ["claimId": "bbbbbbbb-0000-4000-8000-000000000001"]
        try scenario.add("RELEASE", Writer(2), task: Sample.task, release)
        #expect(Self.held(scenario, at: 1).count == 1)
        try scenario.add("RELEASE", Writer(1), task: Sample.task, release)
        #expect(Self.held(scenario, at: 1).isEmpty)
    }

    /// An admin ends what another holds; whoever may only write does not.
    @Test func whatAnAdminReleasesIsNotHeld() throws {
        var scenario = SharedScenario()
        let (owner, holder, admin, other) = (Writer(1), Writer(2), Writer(3), Writer(4))
        try scenario.add("CREATE", owner, task: Sample.task, ["title": "T"])
        for (permission, writer) in [("write", holder), ("admin", admin), ("write", other)] {
            try scenario.share(Sample.task, permission, to: writer.userValue, by: owner)
        }
        let release: JSONValue = ["claimId": "bbbbbbbb-0000-4000-8000-000000000001"]
        try scenario.add("CLAIM", holder, task: Sample.task, Self.fields)
        try scenario.add("RELEASE", other, task: Sample.task, release)
        #expect(Self.held(scenario, at: 1)[Sample.task]?.key == holder.author.publicKey)
        for writer in [owner, admin] {
            var scenario = scenario
            try scenario.add("RELEASE", writer, task: Sample.task, release)
            #expect(Self.held(scenario, at: 1).isEmpty)
        }
    }

    /// Clocks may be five minutes apart.
    @Test func aClaimOfALaterTimeDoesNotCountYet() throws {
        var scenario = SharedScenario()
        try scenario.add("CLAIM", Writer(1), task: Sample.task, minute: 10, Self.fields)
        #expect(Self.held(scenario, at: 4).isEmpty)
        #expect(Self.held(scenario, at: 5).count == 1)
    }

    @Test func theNameIsThatOfThePersonElseOfTheAuthor() throws {
        let ana = try Sample.draft(.claim, .fields, fields: Self.fields)
            .node(signedBy: Sample.key(), validator: NodeValidator())
        #expect(Self.held(SharedScenario([ana]), at: 1)[Sample.task]?.name == "Ana")
        var scenario = SharedScenario()
        try scenario.person(Writer(1))
        try scenario.add("CLAIM", Writer(1), task: Sample.task, Self.fields)
        #expect(Self.held(scenario, at: 1)[Sample.task]?.name == "P")
    }

    /// A claim lasts seven days at most.
    @Test func aClaimThatBeganAWeekAgoIsOver() {
        let week: Int64 = 7 * 86_400_000
        func canBegin(_ age: Int64) -> Bool {
            HeldClaim.canBegin(
                at: Sample.wall,
                toBeHeldAt: Instant(milliseconds: Sample.wall.milliseconds + age))
        }
        #expect(canBegin(-1) && canBegin(0) && canBegin(week - 1))
        #expect(!canBegin(week) && !canBegin(week + 1))
    }
}
