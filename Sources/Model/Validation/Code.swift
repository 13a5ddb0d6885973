/// Why a node is refused, rejected or skipped, in the order of precedence (protocol, section 4).
package enum Code: String, CaseIterable, Sendable {
    // Stage 1, the node alone.
    case schemaMismatch = "E_SCHEMA_MISMATCH"
    case encodingViolation = "E_ENCODING_VIOLATION"
    case forbiddenField = "E_FORBIDDEN_FIELD"
    case missingDeletedChain = "E_MISSING_DELETED_CHAIN"
    case payloadTooLarge = "E_PAYLOAD_TOO_LARGE"
    case hashMismatch = "E_HASH_MISMATCH"
    case invalidSignature = "E_INVALID_SIGNATURE"
    // Stage 2, with its parents.
    case parentNotFound = "E_PARENT_NOT_FOUND"
    case parentMismatch = "E_PARENT_MISMATCH"
    case lamportViolation = "E_LAMPORT_VIOLATION"
    // Stage 3, with the task's history.
    case brokenBranch = "E_BROKEN_BRANCH"
    case duplicateCreate = "E_DUPLICATE_CREATE"
    case invalidTodoReference = "E_INVALID_TODO_REF"
    case missingTaskID = "RECONSTRUCT_001"
    case unknownAction = "RECONSTRUCT_002"
    /// A node in the store that fails stage 1 or 2.
    case validationFailed = "RECONSTRUCT_003"
}

extension Code: Comparable {
    package static func < (left: Code, right: Code) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A node that did not pass.
package struct Rejection: Error, Equatable, Sendable {
    package let code: Code
    /// What is wrong, for a person: "priority is not an integer from 1 to 5".
    package let detail: String
    /// The id that the node claims, where it is a well-formed one.
    package let id: NodeID?

    package init(_ code: Code, _ detail: String, id: NodeID? = nil) {
        self.code = code
        self.detail = detail
        self.id = id
    }
}

extension Rejection: CustomStringConvertible {
    package var description: String { "\(code.rawValue): \(detail)" }
}
