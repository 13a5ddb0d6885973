import RedoModel
import RedoSystem
import Testing

@testable import RedoCommandParts

/// What links name, and which texts are none.
@Suite struct LinkTests {
    private static let id = "26add073-18c5-8081-99dd-668b93aa0c4b"
    private static let beginnings = [
        "https://Example.org/task/", "https://example.org/?task=", "https://a.example/T/",
    ]

    private func link(_ text: String) throws -> Link {
        try Link(text, beginnings: Self.beginnings)
    }

    @Test(arguments: [
        "task://taskId/ID", "TASK://taskid/ID", "task://taskId/ID/", "https://example.org/task/ID",
        "HTTPS://EXAMPLE.ORG/task/ID", "https://example.org/?task=ID", "https://a.example/T/ID/",
    ])
    func aTaskIsNamed(_ text: String) throws {
        for id in [Self.id, Self.id.uppercased()] {
            let found = try link(text.replacing("ID", with: id))
            #expect(found == .task(try #require(TaskID(Self.id))))
            #expect(found.description == "task://taskId/\(Self.id)")
        }
    }

    @Test func aCategoryIsNamed() throws {
        #expect(try link("category://\(Self.id)").description == "category://\(Self.id)")
        #expect(try link("CATEGORY://\(Self.id)/").description == "category://\(Self.id)")
    }

    @Test func aRoomIsNamed() throws {
        let digits = String(repeating: "0a", count: 32)
        #expect(try link("room://\(digits)").description == "room://\(digits)")
        #expect(try link("ROOM://\(digits.uppercased())/").description == "room://\(digits)")
    }

    @Test(arguments: ["redo://settings", "redo://new", "redo://edit/ID"])
    func aPageIsNamed(_ text: String) throws {
        let text = text.replacing("ID", with: Self.id)
        for written in [text, text.uppercased(), text + "/"] {
            let found = try link(written)
            #expect(found.description == text && found.isOfInterface)
        }
    }

    /// Each of them is refused, and none of it gets anywhere.
    @Test(arguments: [
        "", "task", "task:", "task://", "task://ID", "task://taskId", "task://taskId/", "ID",
        "task://taskId/ID/x", "task://taskId/ID?x=1", "task://taskId/ID#x", "task://taskId//ID",
        "task://taskId/ID;id", "task://taskId/ID%0A", "task://taskId/ID\n", " task://taskId/ID",
        "task://other/ID", "category://", "category://taskId/ID", "category://ID//", "room://ab",
        "redo://", "redo://settings/x", "redo://setting", "redo://new/ID", "redo://edit",
        "redo://edit/", "redo://edit/x", "redo://edit/ID/x", "redo://delete/ID",
        "room://",
        "room://\(String(repeating: "0", count: 65))",
        "room://sha256:\(String(repeating: "0", count: 64))",
        "http://example.org/task/ID", "https://example.org/ID", "https://example.org/Task/ID",
        "https://example.org/task/", "https://example.org/task/x",
        "https://example.org.evil/task/ID",
        "https://evil@example.org/task/ID", "file:///etc/passwd", "javascript:alert(1)", "--help",
        "task\u{0}://taskId/ID", "täsk://taskId/ID", "task://taskId/$(id)", "mailto:a@b",
    ])
    func anythingElseIsRefused(_ text: String) throws {
        let error = #expect(throws: RedoError.self) {
            try link(text.replacing("ID", with: Self.id))
        }
        #expect(error?.code == .usage)
    }

    @Test func aLongTextIsRefused() {
        #expect(throws: RedoError.self) {
            try link("task://taskId/\(Self.id)\(String(repeating: "/", count: 1_000_000))")
        }
    }

    @Test func whatIsWrongIsSaid() {
        func message(_ text: String) -> String? {
            #expect(throws: RedoError.self) { try link(text) }?.message
        }
        #expect(
            message("room://ab")
                == "not a link that names a task, a category, a room or a page: 'room://ab'")
        #expect(
            message("https://other.example/1")
                == "this kind of link is not configured: 'https://other.example/1'")
        #expect(
            message("https://a.example/T/1")
                == "the link does not end with the id of a task: 'https://a.example/T/1'")
        #expect(
            message("x") == "not a link that names a task, a category, a room or a page: 'x'")
    }
}
