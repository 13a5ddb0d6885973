import RedoModel
import SampleNodes
import Testing

@testable import RedoStore

/// Which answers a node concerns that cannot be read.
@Suite struct TaskScopeTests {
    private static let tasks = (1...3).compactMap {
        TaskID("00000000-0000-4000-8000-00000000000\($0)")
    }
    private static let scopes: [TaskScope] = [
        .all, .none, .some([tasks[0]]), .some([tasks[1]]), .some([tasks[0], tasks[2]]),
    ]

    @Test func scopesMeetIfTheyHaveATaskInCommon() {
        for left in Self.scopes {
            for right in Self.scopes { #expect(left.meets(right) == right.meets(left)) }
            #expect(!left.meets(.none))
            #expect(left.meets(.all) == (left != .none))
        }
        #expect(Self.scopes[2].meets(Self.scopes[4]))
        #expect(!Self.scopes[2].meets(Self.scopes[3]))
    }

    @Test func aUnionMeetsWhatEitherMeets() {
        for left in Self.scopes {
            for right in Self.scopes {
                var union = left
                union.formUnion(right)
                for other in Self.scopes {
                    #expect(union.meets(other) == (left.meets(other) || right.meets(other)))
                }
            }
        }
    }

    @Test func onlyWhatIsAskedAboutIsLacking() {
        let incompleteness = Incompleteness()
        let ids = (1...3).map { Sample.id($0) }
        incompleteness.note([
            ids[0]: .some([Self.tasks[0]]), ids[1]: .some([Self.tasks[1]]), ids[2]: .all,
        ])
        #expect(incompleteness.count == 0 && incompleteness.elsewhereCount == 3)
        incompleteness.ask(about: .some([Self.tasks[0]]))
        #expect(incompleteness.count == 2 && incompleteness.elsewhereCount == 1)
        // A writer has made sure of its own tasks.
        incompleteness.settleForWriting()
        #expect(incompleteness.count == 0 && incompleteness.elsewhereCount == 3)
        // What is asked after that counts, whenever the nodes were read.
        incompleteness.ask(about: .all)
        #expect(incompleteness.count == 3 && incompleteness.elsewhereCount == 0)
        incompleteness.forget()
        #expect(incompleteness.count == 0 && incompleteness.elsewhereCount == 0)
    }
}
