import RedoSystem
import Testing

@testable import RedoModel

/// Codes come in the order of the tables of protocol section 4.
@Suite struct CodeTests {
    @Test func theOrderIsThatOfTheTables() {
        let names = [
            "E_SCHEMA_MISMATCH", "E_ENCODING_VIOLATION", "E_FORBIDDEN_FIELD",
            "E_MISSING_DELETED_CHAIN", "E_PAYLOAD_TOO_LARGE", "E_HASH_MISMATCH",
            "E_INVALID_SIGNATURE", "E_PARENT_NOT_FOUND", "E_PARENT_MISMATCH",
            "E_LAMPORT_VIOLATION", "E_BROKEN_BRANCH", "E_DUPLICATE_CREATE", "E_INVALID_TODO_REF",
            "RECONSTRUCT_001", "RECONSTRUCT_002", "RECONSTRUCT_003",
        ]
        #expect(ErrorCode.allCases.sorted().prefix(names.count).map(\.rawValue) == names)
    }

    @Test func theFirstCodeIsKept() {
        var mistakes = RejectionCollector()
        mistakes.note(.hashMismatch, "c")
        mistakes.note(.encodingViolation, "b")
        mistakes.note(.forbiddenField, "d")
        #expect(mistakes.first?.code == .encodingViolation)
        mistakes.note("title", mustBe: "text")
        #expect(mistakes.first?.code == .schemaMismatch)
        #expect(mistakes.first?.detail == "title must be text")
    }

    @Test func theFirstOfTwoEqualCodesIsKept() {
        var mistakes = RejectionCollector()
        mistakes.note(.schemaMismatch, "one")
        mistakes.note(.schemaMismatch, "two")
        #expect(mistakes.first?.detail == "one")
    }
}
