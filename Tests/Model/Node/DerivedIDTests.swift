import RedoCrypto
import SampleNodes
import Testing

@testable import RedoModel

/// Ids of to-dos that are computed (protocol, section 3, "Derived ids").
@Suite struct DerivedIDTests {
    static func todo(_ text: String) -> TodoID? { TaskID(text).map { TodoID($0.value) } }

    @Test func anUnnamedTodoIsNamedAfterItsNode() throws {
        let node = try #require(
            NodeID("sha256:79ef3655f64a8a79e1c249fd0df0971dfd459bd37be8577986f8fc131ed7f650"))
        #expect(TodoID(unnamedTodoOf: node).description == "79ef3655-f64a-8a79-a1c2-49fd0df0971d")
    }

    @Test func theNextOccurrenceIsNamedAfterTheCompletedOne() throws {
        let todo = try #require(Self.todo("aaaaaaaa-0000-4000-8000-000000000001"))
        #expect(
            TodoID(after: todo, of: Sample.task).description
                == "3112b868-7ce4-4c50-9074-42fc662101ac")
    }

    @Test func thatNameIsMadeOfTheStatedText() {
        let text =
            "redo:next:c0ffee11-1111-4111-8111-111111111111:"
            + "aaaaaaaa-0000-4000-8000-000000000001"
        #expect(
            SHA256.digest(Array(text.utf8).span).hexadecimal
                == "3112b8687ce41c50107442fc662101ac8a789a87ebbd43692d6f8162db9767d0")
    }

    @Test func theCaseOfTheIDsDoesNotMatter() throws {
        let task = try #require(TaskID("C0FFEE11-1111-4111-8111-111111111111"))
        let todo = try #require(Self.todo("AAAAAAAA-0000-4000-8000-000000000001"))
        #expect(
            TodoID(after: todo, of: task).description == "3112b868-7ce4-4c50-9074-42fc662101ac")
    }

    @Test(arguments: [0, 255] as [UInt8])
    func versionAndVariantReplaceBitsOfTheDigest(_ byte: UInt8) {
        let digest = Digest(bytes: [UInt8](repeating: byte, count: 32).span)
        let expected =
            byte == 0
            ? "00000000-0000-8000-8000-000000000000" : "ffffffff-ffff-8fff-bfff-ffffffffffff"
        #expect(TodoID(unnamedTodoOf: NodeID(digest)).description == expected)
    }

    @Test func aTodoWithoutANameIsReadWithTheDerivedOne() throws {
        let draft = Sample.draft(.addTodo, .fields, parents: [Sample.id(1)], lamport: 2)
        let node = try draft.unsignedNode(validator: NodeValidator())
        guard case .createTodo(let todo) = node.payload else {
            Issue.record("\(node.payload)")
            return
        }
        #expect(todo.id == TodoID(unnamedTodoOf: node.id))
    }
}
