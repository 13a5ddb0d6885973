import RedoCrypto
import RedoJSON

/// The check of the form of a node's members, which collects the mistakes.
struct EnvelopeCheck {
    private let members: EnvelopeMembers
    private(set) var mistakes = RejectionCollector()

    init(_ members: EnvelopeMembers) { self.members = members }

    /// The checked members; nil only after a mistake.
    mutating func envelope() -> Envelope? {
        if let unknown = members.unknown {
            mistakes.note(.schemaMismatch, "'\(unknown)' is not a member of a node")
        }
        let id = checkID()
        checkVersion()
        let data = checkData()
        let action = checkAction(data?.dialect)
        let form = action.flatMap { action in data.flatMap { action.form($0.dialect) } }
        if let action, let data, form == nil {
            mistakes.note(
                .schemaMismatch, "\(action) is not an action of the \(data.dialect) dialect")
        }
        let parents = checkParents(form, action)
        let timestamp = checkTimestamp()
        let author = checkAuthor(data?.dialect)
        let taskID = checkTaskID(data?.dialect)
        let signature = checkSignature()
        checkAccessList()
        var decision: MergeDecision?
        if let data, let action, let form {
            if data.hasConflictResolution, !form.allowsConflictResolution {
                mistakes.note(
                    .schemaMismatch, "conflictResolution is allowed only with the fields of a MERGE"
                )
            }
            if form.isDecision {
                // Even if another parent is malformed, a well-formed one can be chosen.
                let named = members.parents.map { $0.elements.compactMap(\.nodeID) } ?? []
                var reader = MergeReader(parents: named)
                decision = reader.read(data.fields)
                if let detail = reader.mistake { mistakes.note(.schemaMismatch, detail) }
            } else {
                let check = FieldsCheck(action: action, dialect: data.dialect, form: form)
                check.run(data.fields, &mistakes)
            }
        }
        guard mistakes.first == nil, let id, let data, let action, let parents, let timestamp,
            let author, let actionElement = members.action, let authorElement = members.author,
            let dataElement = members.data, let parentsElement = members.parents,
            let timestampElement = members.timestamp, let versionElement = members.version
        else { return nil }
        let encoding = NodeEncoding(
            action: actionElement, author: authorElement, data: dataElement,
            parents: parentsElement, taskID: members.taskID, timestamp: timestampElement,
            version: versionElement)
        let header = NodeHeader(
            id: id, parents: parents, timestamp: timestamp, action: action, dialect: data.dialect,
            taskID: taskID, isSigned: signature != nil)
        return Envelope(
            header, author: author, signature: signature, encoding: encoding,
            fields: data.fields, decision: decision)
    }

    // MARK: Single members

    private mutating func checkID() -> NodeID? {
        guard let element = members.id, element.kind == .string else {
            mistakes.note("id", mustBe: "a string")
            return nil
        }
        guard let id = element.nodeID else {
            mistakes.note(
                .encodingViolation, "id is not sha256: and 64 lower-case hexadecimal digits")
            return nil
        }
        return id
    }

    private mutating func checkVersion() {
        if members.version?.integer != 1 { mistakes.note("version", mustBe: "the integer 1") }
    }

    private mutating func checkAction(_ dialect: Dialect?) -> Action? {
        guard let element = members.action, element.kind == .string,
            let action = element.withCharacters({ Action(name: $0) })
        else {
            mistakes.note("action", mustBe: "1 to 64 of A–Z and _, starting with a letter")
            return nil
        }
        return action
    }

    /// The parents; encoding comes before number and repetition.
    private mutating func checkParents(_ form: ActionForm?, _ action: Action?) -> [NodeID]? {
        guard let element = members.parents, element.kind == .array else {
            mistakes.note("parents", mustBe: "an array of ids")
            return nil
        }
        var parents: [NodeID] = []
        var hasOtherType = false
        for parent in element.elements {
            guard parent.kind == .string else {
                hasOtherType = true
                continue
            }
            guard let id = parent.nodeID else {
                mistakes.note(
                    .encodingViolation,
                    "a parent is not sha256: and 64 lower-case hexadecimal digits")
                return nil
            }
            parents.append(id)
        }
        if hasOtherType || parents.count > ActionForm.maximumParentCount {
            mistakes.note("parents", mustBe: "at most \(ActionForm.maximumParentCount) ids")
            return nil
        }
        for (index, parent) in parents.enumerated() where parents[..<index].contains(parent) {
            mistakes.note(.schemaMismatch, "parents has \(parent) twice")
            return nil
        }
        if let form, let action, !form.parentCount.contains(parents.count) {
            let least = form.parentCount.lowerBound
            let most = form.parentCount.upperBound
            mistakes.note(
                .schemaMismatch,
                "\(action) has \(least == most ? "\(least)" : "\(least) to \(most)") parents, "
                    + "not \(parents.count)")
            return nil
        }
        return parents
    }

    private mutating func checkTimestamp() -> Timestamp? {
        guard let element = members.timestamp, element.kind == .object else {
            mistakes.note("timestamp", mustBe: "an object")
            return nil
        }
        var lamport: Int?
        var wall: Instant?
        for member in element.members {
            if member.isNamed("lamport") {
                lamport = member.value.integer.flatMap { $0 >= 1 ? $0 : nil }
            } else if member.isNamed("wall") {
                wall = member.value.withCharacters { Instant(wall: $0) }
            } else {
                mistakes.note(.schemaMismatch, "'\(member.name)' is not a member of timestamp")
            }
        }
        if lamport == nil {
            mistakes.note("timestamp.lamport", mustBe: "an integer from 1 to 2^53−1")
        }
        if wall == nil {
            mistakes.note("timestamp.wall", mustBe: "a time as 2025-01-31T09:00:00.000Z")
        }
        guard let lamport, let wall else { return nil }
        return Timestamp(lamport: lamport, wall: wall)
    }

    private mutating func checkTaskID(_ dialect: Dialect?) -> TaskID? {
        guard let element = members.taskID else {
            if dialect == .payload {
                mistakes.note("taskId", mustBe: "present in the payload dialect")
            }
            return nil
        }
        let spelling = dialect?.uuidSpelling ?? .anyCase
        guard let value = element.withCharacters({ UUIDValue(text: $0, spelling) }) else {
            mistakes.note(
                "taskId", mustBe: spelling == .lowercase ? "a lower-case UUID" : "a UUID")
            return nil
        }
        return TaskID(value)
    }

    private mutating func checkSignature() -> Signature? {
        guard let element = members.signature else { return nil }
        guard element.kind == .string else {
            mistakes.note("signature", mustBe: "a string")
            return nil
        }
        guard let signature = element.withCharacters({ Signature(hexadecimal: $0) }) else {
            mistakes.note(
                .encodingViolation, "signature is not 128 lower-case hexadecimal digits")
            return nil
        }
        return signature
    }

    private mutating func checkAccessList() {
        guard let element = members.accessList else { return }
        if element.kind != .array || element.elements.contains(where: { $0.kind != .string }) {
            mistakes.note("accessList", mustBe: "an array of strings")
        }
    }

    // MARK: The author

    private mutating func checkAuthor(_ dialect: Dialect?) -> Author? {
        guard let element = members.author, element.kind == .object else {
            mistakes.note("author", mustBe: "an object")
            return nil
        }
        var userID: UserID?
        var hasUserID = false
        var deviceID: JSONString?
        var publicKey: PublicKey?
        var hasPublicKey = false
        var texts: (name: JSONString?, email: JSONString?, deviceName: JSONString?)
        for member in element.members {
            let value = member.value
            if member.isNamed("userId") {
                hasUserID = true
                userID = checkDigits(value, "author.userId", 32) { UserID(text: $0) }
            } else if member.isNamed("publicKey") {
                hasPublicKey = true
                publicKey = checkDigits(value, "author.publicKey", 64) {
                    PublicKey(hexadecimal: $0)
                }
            } else if member.isNamed("deviceId") {
                deviceID = value.string
            } else if member.isNamed("name") {
                texts.name = checkText(value, "author.name")
            } else if member.isNamed("email") {
                texts.email = checkText(value, "author.email")
            } else if member.isNamed("deviceName") {
                texts.deviceName = checkText(value, "author.deviceName")
            } else {
                mistakes.note(.schemaMismatch, "'\(member.name)' is not a member of author")
            }
        }
        if !hasUserID { mistakes.note("author.userId", mustBe: "present") }
        if deviceID?.isEmpty ?? true {
            mistakes.note("author.deviceId", mustBe: "text that is not empty")
        }
        if !hasPublicKey, dialect == .payload {
            mistakes.note("author.publicKey", mustBe: "present in the payload dialect")
        }
        if let userID, let publicKey, UserID(publicKey) != userID {
            mistakes.note("author.userId", mustBe: "the first half of author.publicKey")
        }
        guard let userID, let deviceID else { return nil }
        return Author(
            userID: userID, deviceID: deviceID, publicKey: publicKey, name: texts.name,
            email: texts.email, deviceName: texts.deviceName)
    }

    private mutating func checkDigits<Value>(
        _ element: JSONElement, _ name: String, _ count: Int, _ read: (Span<UInt8>) -> Value?
    ) -> Value? {
        guard element.kind == .string else {
            mistakes.note(name, mustBe: "a string")
            return nil
        }
        guard let value = element.withCharacters(read) else {
            mistakes.note(
                .encodingViolation, "\(name) is not \(count) lower-case hexadecimal digits")
            return nil
        }
        return value
    }

    private mutating func checkText(_ element: JSONElement, _ name: String) -> JSONString? {
        guard let text = element.string else {
            mistakes.note(name, mustBe: "a string")
            return nil
        }
        return text
    }

    // MARK: The data

    private struct Data {
        let dialect: Dialect
        let fields: JSONElement
        let hasConflictResolution: Bool
    }

    private mutating func checkData() -> Data? {
        guard let element = members.data, element.kind == .object else {
            mistakes.note("data", mustBe: "an object")
            return nil
        }
        var fields: JSONElement?
        var payload: JSONElement?
        var hasConflictResolution = false
        for member in element.members {
            if member.isNamed("fields") {
                fields = member.value
            } else if member.isNamed("payload") {
                payload = member.value
            } else if member.isNamed("conflictResolution") {
                hasConflictResolution = true
            } else {
                mistakes.note(.schemaMismatch, "'\(member.name)' is not a member of data")
            }
        }
        guard (fields == nil) != (payload == nil), let content = fields ?? payload else {
            mistakes.note("data", mustBe: "an object with either fields or payload")
            return nil
        }
        let dialect: Dialect = fields == nil ? .payload : .fields
        guard content.kind == .object else {
            mistakes.note("data.\(dialect.rawValue)", mustBe: "an object")
            return nil
        }
        return Data(
            dialect: dialect, fields: content, hasConflictResolution: hasConflictResolution)
    }
}
