import RedoJSON
import Testing

@testable import RedoModel

/// What takes back the nodes of each action, as the tables of actions declare it.
@Suite struct InverseTests {
    private static func actions(_ definitions: [FamilyAction]) -> [Action] {
        definitions.compactMap { Action("\($0.name)") }
    }

    private let before: TaskState
    private let task: TaskID

    init() throws {
        task = try #require(TaskID("c0ffee11-1111-4111-8111-000000000000"))
        before = TaskState(
            id: task, owner: UserID(UUIDValue(high: 1, low: 2)), created: .earliest,
            lastUpdated: .latest, fields: TaskFieldTable())
    }

    private func compensation(_ dialect: Dialect = .fields) -> Compensation {
        Compensation(task, "task", dialect) { instant, _ in instant.wallText }
    }

    // MARK: Tables

    @Test func eachActionOfTasksButDELETEIsTakenBack() throws {
        for name in Action.knownNames {
            let action = try #require(Action(name))
            #expect((action.inverse.reason != nil) == (action == .delete), "\(name)")
        }
    }

    /// A member that nodes set and that is no field has an action that sets it alone.
    @Test func eachMemberOfATaskIsBroughtBack() {
        let set = TaskFieldTable.computed.map { "\($0)" }
            .filter { !["guid", "userId", "created", "lastUpdated", "todoTasks"].contains($0) }
        #expect(Set(Compensation.memberNames.map(\.description)) == Set(set))
    }

    /// An edit reopens what a stop ended, and so another edit takes it back.
    @Test(arguments: actions(OrganisationActions.all))
    func theInverseOfAnInverseIsTheAction(_ action: Action) throws {
        let (kind, verb, _) = try #require(OrganisationActions.effect(of: action))
        let thing = OwnedThing(kind: kind, id: UUIDValue(high: 3, low: 4))
        guard case .node(let inverse) = action.inverse else {
            Issue.record("nothing takes \(action) back")
            return
        }
        let (other, fields) = inverse(thing, [])
        let effect = try #require(OrganisationActions.effect(of: other))
        #expect(effect.kind == kind)
        // What is made gets an id of its own.
        #expect(fields.contains(thing.member) == (effect.verb != .make))
        if verb == .remove { #expect(effect.verb == .make) }
        guard case .node(let again) = other.inverse else {
            Issue.record("nothing takes \(other) back")
            return
        }
        #expect(again(thing, []).0 == (action == .stopWork ? .editWork : action))
    }

    @Test func otherFamiliesHaveAReason() throws {
        let others = PeopleActions.all + RoomActions.all + ClaimActions.all
        for action in Self.actions(others) + [try #require(Action("FROBNICATE"))] {
            guard case .none(let reason) = action.inverse else {
                Issue.record("\(action) has an inverse")
                continue
            }
            #expect(reason == "changes no field of a task")
        }
        for action in Self.actions(SharingActions.all) {
            guard case .stays = action.inverse else {
                Issue.record("\(action) does not stay as it is")
                continue
            }
        }
    }

    // MARK: Members

    private func broughtBack(
        _ name: JSONString, _ before: TaskState, _ now: TaskState
    ) throws -> (action: Action, fields: [JSONMember], line: String?) {
        var compensation = compensation()
        compensation.bringBack(name, before, now)
        #expect(compensation.isWhole)
        guard case .node(let action, let fields)? = compensation.steps.first else {
            throw UnexpectedStep()
        }
        return (action, fields, compensation.lines.first)
    }

    private struct UnexpectedStep: Error {}

    @Test func aMemberIsBroughtBackByTheActionThatSetsIt() throws {
        var now = before
        now.isArchived = true
        now.snoozedUntil = "2026-01-01T00:00:00.000Z"
        now.fields["title"] = "new"
        now.fields["extra"] = 1
        let open = try broughtBack("archived", before, now)
        #expect(open.action == .unarchive && open.line == "no longer archived")
        let archived = try broughtBack("archived", now, before)
        #expect(archived.action == .archive && archived.line == "archived again")
        let shown = try broughtBack("snoozedUntil", before, now)
        #expect(shown.action == .snooze && shown.line == "no longer hidden")
        #expect(shown.fields.first?.value == .string(JSONString(before.created.wallText)))
        let hidden = try broughtBack("snoozedUntil", now, before)
        #expect(hidden.fields.first?.value == "2026-01-01T00:00:00.000Z")
        let title = try broughtBack("title", now, before)
        #expect(title.action == .update && title.line == "title: \"new\"")
        let extra = try broughtBack("extra", before, now)
        #expect(extra.fields == [JSONMember("extra", .null)] && extra.line == "extra: nothing")
        let tags = try broughtBack("tags", before, now)
        #expect(tags.fields == [JSONMember("tags", .array([]))])
        let trash = try broughtBack("trashedAt", before, now)
        #expect(trash.line == "out of the trash")
    }

    @Test func whatCannotBeBroughtBackIsSaid() {
        var now = before
        now.completedAt = "2026-01-01T00:00:00.000Z"
        var compensation = compensation()
        compensation.bringBack("completedAt", before, now)
        #expect(compensation.isEmpty && !compensation.isWhole)
        #expect(
            compensation.lines == ["a task that was completed as a whole cannot be opened again"])
    }

    @Test func anActionThatMakesATaskIsTakenBackByArchiving() {
        var compensation = compensation()
        compensation.putAway()
        guard case .node(.archive, let fields)? = compensation.steps.first else {
            Issue.record("the task is not archived")
            return
        }
        #expect(fields.isEmpty && compensation.steps.count == 1)
    }
}
