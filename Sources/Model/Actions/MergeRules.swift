import RedoJSON

/// The rules by which a MERGE of the payload dialect decides where its parents differ (protocol, section 8).
///
/// ```
/// let plan = replay.mergePlan(of: heads, by: MergeRules())
/// ```
package struct MergeRules: Hashable, Sendable {
    package var policy = Policy()
    /// Entries for the task's own members.
    package var task: [Resolution] = []
    package var todos: [TodoResolutions] = []

    package init() {}

    /// The rule by which a member that several heads changed is merged.
    package enum Strategy: String, Sendable, CaseIterable {
        case ours, theirs, lww, union, max, min, manual
    }

    /// The criterion for which of two changes is later.
    package enum Tiebreaker: String, Sendable, CaseIterable { case lamport, wall, author }

    /// The rules of a MERGE for all members, and exceptions for some.
    package struct Policy: Hashable, Sendable {
        package var defaultStrategy = Strategy.lww
        package var arrayStrategy = Strategy.union
        package var tiebreakers = Tiebreaker.allCases

        package init() {}
    }

    /// An entry, which decides one member.
    package struct Resolution: Hashable, Sendable {
        package let path: JSONString
        package let strategy: Strategy
        package let chosenParent: NodeID?
        package let value: JSONValue?

        package init(
            path: JSONString, strategy: Strategy, chosenParent: NodeID? = nil,
            value: JSONValue? = nil
        ) {
            self.path = path
            self.strategy = strategy
            self.chosenParent = chosenParent
            self.value = value
        }
    }

    /// The entries for one to-do.
    package struct TodoResolutions: Hashable, Sendable {
        package let todo: TodoID
        package var entries: [Resolution]

        package init(todo: TodoID, entries: [Resolution]) {
            self.todo = todo
            self.entries = entries
        }
    }
}
