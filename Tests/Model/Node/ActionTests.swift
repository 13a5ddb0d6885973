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
