import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Who has which permission for a shared task.
@Suite struct SharedAccessTests {
    private static let owner = Writer(1)
    private static let (first, second) = (Writer(2), Writer(3))
    private static let stranger = Writer(4)

    private var scenario = SharedScenario()
    private let person: Node

    /// A task of the owner, and a person with two devices.
    init() throws {
        try scenario.add("CREATE", Self.owner, task: Sample.task, ["title": "T"])
        person = try scenario.person(Self.first)
        try scenario.join(Self.second, person, by: Self.first)
    }

    private func access() throws -> SharedAccess {
        try #require(scenario.replay.authority.access(to: Sample.task))
    }

    private func number(of node: Node) throws -> Int {
        try #require(scenario.nodes.firstIndex { $0.id == node.id })
    }

    private mutating func share(_ permission: String, to grantee: JSONValue) throws -> Node {
        try scenario.share(Sample.task, permission, to: grantee, by: Self.owner)
    }

    @Test func aTaskThatIsNotSharedHasNone() {
        #expect(scenario.replay.authority.access(to: Sample.task) == nil)
    }

    @Test mutating func whoHasOneKeyHasOneEntry() throws {
        let share = try share("write", to: Self.stranger.userValue)
        let access = try access()
        #expect(access.owner == .user(Self.owner.author.userID))
        #expect(access.isClosed && access.isShared)
        #expect(access.entries.count == 1)
        let entry = try #require(access.entries.first)
        #expect(entry.principal == .user(Self.stranger.author.userID))
        #expect(entry.user == nil)
        #expect(entry.permission == .write)
        #expect(try entry.decidedBy == [number(of: share)])
    }

    @Test mutating func aPersonWhoseKeysAreAlikeHasOneEntry() throws {
        let share = try share("read", to: person.reference)
        let access = try access()
        #expect(access.entries.count == 1)
        let entry = try #require(access.entries.first)
        #expect(entry.principal == .person(person.id))
        #expect(entry.user == nil)
        #expect(entry.permission == .read)
        #expect(try entry.decidedBy == [number(of: share)])
    }

    @Test mutating func aKeyThatNothingNamesHasNoEntry() throws {
        let share = try share("write", to: Self.second.userValue)
        let access = try access()
        #expect(access.entries.count == 1)
        let entry = try #require(access.entries.first)
        #expect(entry.principal == .person(person.id))
        #expect(entry.user == Self.second.author.userID)
        #expect(entry.permission == .write)
        #expect(try entry.decidedBy == [number(of: share)])
        #expect(access.permission(of: .person(person.id)) == .write)
    }

    /// The entries are ordered by principal, those of one person by key.
    @Test(arguments: [("read", "write"), ("write", "write")])
    mutating func keysThatDifferHaveAnEntryEach(_ one: String, _ other: String) throws {
        let writers = [Self.first, Self.second].sorted {
            $0.author.userID.description < $1.author.userID.description
        }
        let shares = [
            try share(one, to: writers[0].userValue), try share(other, to: writers[1].userValue),
        ]
        _ = try share("admin", to: Self.stranger.userValue)
        let access = try access()
        #expect(access.entries.count == 3)
        let names = access.entries.map(\.principal.description)
        #expect(names == names.sorted())
        let entries = access.entries.filter { $0.principal == .person(person.id) }
        #expect(entries.map(\.user) == writers.map(\.author.userID))
        #expect(entries.map { $0.permission?.name } == [one, other])
        #expect(try entries.map(\.decidedBy) == shares.map { [try number(of: $0)] })
        // Of a person whose keys differ the least is what it has.
        #expect(access.permission(of: .person(person.id))?.name == one)
    }

    @Test mutating func aKeyThatWasRemovedHasAnEntryWithoutPermission() throws {
        let share = try share("write", to: person.reference)
        let removal = try scenario.unshare(Sample.task, Self.second.userValue, by: Self.owner)
        let access = try access()
        let entries = Dictionary(uniqueKeysWithValues: access.entries.map { ($0.user, $0) })
        #expect(entries.count == 2)
        let kept = entries[Self.first.author.userID]
        #expect(kept?.permission == .write)
        #expect(try kept?.decidedBy == [number(of: share)])
        let removed = try #require(entries[Self.second.author.userID])
        #expect(removed.permission == nil)
        #expect(try removed.decidedBy == [number(of: removal)])
        #expect(access.permission(of: .person(person.id)) == nil)
        #expect(access.grants.isEmpty)
    }
}
