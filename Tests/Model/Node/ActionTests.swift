import Testing

@testable import RedoModel

@Suite struct ActionTests {
    /// The actions of protocol section 3.
    static let names = [
        "CREATE", "UPDATE", "CREATE_TODO", "ADD_TODO", "COMPLETE_TODO", "COMPLETE", "SNOOZE",
        "ARCHIVE", "UNARCHIVE", "DELETE", "MERGE",
    ]

    @Test(arguments: names)
    func aKnownActionKeepsItsName(_ name: String) {
        let action = Action(name)
        #expect(action?.isKnown == true)
        #expect(action?.description == name)
    }

    @Test func knownActionsDiffer() {
        #expect(Set(Self.names.compactMap { Action($0) }).count == 11)
    }

    @Test(arguments: [
        "A", "Z_", "CREATED", "CREATE_", "FROBNICATE", "A" + String(repeating: "_", count: 63),
    ])
    func anotherNameIsAnUnknownAction(_ name: String) {
        let action = Action(name)
        #expect(action?.isKnown == false)
        #expect(action?.description == name)
    }

    @Test(arguments: [
        "", "_", "_A", "create", "Create", "CREATE1", "CREATE TODO", "CREATE-TODO", "CRÉATE", "A\n",
        String(repeating: "A", count: 65),
    ])
    func otherTextsAreNoActions(_ name: String) {
        #expect(Action(name) == nil)
    }
}

/// The table of the family `tasks`.
@Suite struct TaskActionsTests {
    @Test func eachActionHasTheCodeThatIndexesOfItsVersionHave() {
        #expect(TaskActions.definitions.map(\.name.description) == ActionTests.names)
        #expect(TaskActions.definitions.map { Int($0.code) } == Array(ActionTests.names.indices))
        #expect(Action.knownNames == ActionTests.names)
    }

    @Test(arguments: ActionTests.names.indices)
    func anActionIsFoundByItsNameAndByItsCode(_ index: Int) throws {
        let action = try #require(Action(code: UInt8(index)))
        #expect(action == Action(ActionTests.names[index]))
        #expect(Int(action.code) == index && action.definition?.code == action.code)
        #expect(action.nameByteCount == action.description.utf8.count)
    }

    @Test func theConstantsAreTheActionsOfTheirNames() {
        let constants: [Action] = [
            .create, .update, .createTodo, .addTodo, .completeTodo, .complete, .snooze, .archive,
            .unarchive, .delete, .merge,
        ]
        #expect(constants.map(\.description) == ActionTests.names)
    }

    @Test func otherCodesAndNamesHaveNoDefinition() {
        #expect(Action(code: 11) == nil && Action(code: Action.undefinedCode) == nil)
        let other = Action("FROBNICATE")
        #expect(other?.code == Action.undefinedCode && other?.definition == nil)
        #expect(other?.form(.fields)?.isOpen == true && other?.form(.payload) == nil)
    }

    @Test func theRoleFollowsFromWhatANodeMentions() {
        func roles(_ action: Action) -> [NodeRole?] {
            [(false, false), (true, false), (false, true)].map {
                action.roleRule.role(hasTodo: $0, hasBase: $1)
            }
        }
        #expect(roles(.create) == [.create, .create, .create])
        #expect(roles(.addTodo) == [nil, .makesTodo, nil])
        #expect(roles(.completeTodo) == [nil, .needsTodo, nil])
        #expect(roles(.snooze) == [.changesTask, .needsTodo, .changesTask])
        #expect(roles(.merge) == [.changesTask, .changesTask, .decidesMerge])
        #expect(Action("FROBNICATE").map(roles) == [.unknown, .unknown, .unknown])
    }
}
