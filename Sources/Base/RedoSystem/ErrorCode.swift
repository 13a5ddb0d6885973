/// Every code of an error, in the order of precedence of those of nodes (protocol, sections 4 and 11).
package enum ErrorCode: String, CaseIterable, Sendable {
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
    /// A node in the store fails stage 1 or 2.
    case validationFailed = "RECONSTRUCT_003"

    // Further reasons why a node is void in a family, in the order of docs/extensions.md.
    /// A revocation of its key cuts it off.
    case keyRevoked = "E_KEY_REVOKED"
    /// Its key already belongs to a person.
    case personConflict = "E_PERSON_CONFLICT"
    /// No node before it created what it refers to.
    case invalidReference = "E_INVALID_REF"
    /// Its author is not a participant of the room with the right to do this.
    case notAParticipant = "E_NOT_A_PARTICIPANT"
    /// Its author may not do this.
    case permissionDenied = "E_PERMISSION_DENIED"
    /// The state of the room that it has seen does not allow the action.
    case roomState = "E_ROOM_STATE"
    /// It is another participant's turn, or something else was said in that turn.
    case notYourTurn = "E_NOT_YOUR_TURN"

    /// A remote shows two histories of one slot.
    case remoteForked = "E_REMOTE_FORKED"
    /// A slot of a remote is behind what was seen of it.
    case remoteRewound = "E_REMOTE_REWOUND"
    /// A remote does not show what another device has seen there.
    case remoteWithholds = "E_REMOTE_WITHHOLDS"

    /// A text does not have the form of a proof.
    case proofMalformed = "E_PROOF_MALFORMED"
    /// The statement of a proof is invalid, or its signature is.
    case proofStatement = "E_PROOF_STATEMENT"
    /// The audit path of a head does not lead to the signed root.
    case proofPath = "E_PROOF_PATH"
    /// A node of a proof is not an ancestor of a head.
    case proofChain = "E_PROOF_CHAIN"
    /// The second statement of a proof does not confirm the first.
    case proofCountersignature = "E_PROOF_COUNTERSIGNATURE"
    /// None of the requested keys has signed a proof.
    case proofUntrusted = "E_PROOF_UNTRUSTED"

    /// Another device holds the claim of a task.
    case claimed = "E_CLAIMED"
    /// The heads of a task are not those that a change expects.
    case staleHeads = "E_STALE"
    /// Writing is switched off for the command.
    case readOnly = "E_READ_ONLY"

    /// A task is done already, or has nothing that could be done.
    case notOpen = "TASK_001"
    /// A task has open parts, which are completed or put away with it only if that is requested.
    case openParts = "TASK_002"

    /// A date lies ahead of the clock.
    case futureDate = "CLOCK_001"

    /// The next deadline of a recurrence cannot be computed.
    case calendarFailed = "CALENDAR_001"

    /// A hook of the user refused the operation, or failed.
    case hookFailed = "HOOK_001"
    /// A hook exists but was not run.
    case hookNotRun = "HOOK_002"

    /// A program that finds participants of rooms or takes payments failed.
    case roomHelperFailed = "ROOM_001"
    /// A room was not paid for.
    case paymentRefused = "ROOM_002"

    /// The machine of a room gave no answer, or an unusable one.
    case machineFailed = "MACHINE_001"

    /// No node, task, author or remote has the name.
    case unknownName = "NAME_001"
    /// Several things have the name.
    case ambiguousName = "NAME_002"

    /// A file or store is missing, or cannot be used.
    case notFound = "STORAGE_001"
    /// Output cannot be written.
    case exportFailed = "STORAGE_002"
    /// A file of a store, or beside it, cannot be written.
    case writeFailed = "STORAGE_003"
    case corrupted = "STORAGE_004"
    /// Permissions or owners forbid the operation.
    case notPermitted = "STORAGE_005"

    /// A key cannot be saved.
    case keyNotSaved = "KEYCHAIN_001"
    /// A key cannot be loaded.
    case keyNotLoaded = "KEYCHAIN_002"
    /// A text or file is not a key.
    case invalidKey = "KEYCHAIN_003"

    /// A server cannot be reached, or violates its protocol.
    case unreachable = "NETWORK_001"
    /// One of the two sides has not proved its identity.
    case unauthenticated = "NETWORK_002"

    /// Firestore refuses the token, or there is none.
    case noToken = "FIREBASE_001"
    case syncFailed = "FIREBASE_002"
    case queryFailed = "FIREBASE_003"

    /// The command was called wrongly.
    case usage = "USAGE"

    /// The status of a command that ends with the code: 1 where a node or a hook refuses, 129 for usage, else 128.
    package var status: ExitStatus {
        switch self {
        case .usage: .wrongUsage
        case .validationFailed: .failed
        case .keyRevoked, .personConflict, .invalidReference, .notAParticipant, .permissionDenied,
            .roomState, .notYourTurn, .hookFailed, .remoteForked, .remoteRewound, .remoteWithholds,
            .proofMalformed, .proofStatement, .proofPath, .proofChain, .proofCountersignature,
            .proofUntrusted, .claimed, .staleHeads, .notOpen, .openParts:
            .no
        case _ where self < .validationFailed: .no
        default: .failed
        }
    }
}

extension ErrorCode {
    /// Whether it is about the keys of the user, for which a person can be asked.
    package var isAboutKeys: Bool {
        switch self {
        case .keyNotSaved, .keyNotLoaded, .invalidKey: true
        default: false
        }
    }
}

extension ErrorCode: Comparable {
    package static func < (left: ErrorCode, right: ErrorCode) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ErrorCode: CustomStringConvertible {
    package var description: String { rawValue }
}
