import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// The replacements of the bodies of nodes.
struct NodePseudonyms {
    private let shift: TimeShift
    private let pseudonyms: Pseudonyms
    /// The replacements of numbers: integers in the same order, since a merge can take the maximum.
    private let numbers: [Double: Double]
    var ids: IdentifierPseudonyms
    /// The rules of the actions that have occurred.
    private var rules: [Form: FieldRules] = [:]
    /// The rules of the node that is being replaced.
    private var fields: FieldRules = [:]
    /// The number of further digests that lists and custom fields of the node may get; see ``data(_:isLarge:)``.
    private var room = Int.max

    private struct Form: Hashable {
        let action: Action
        let dialect: Dialect
    }

    init(_ survey: LogSurvey, _ shift: TimeShift) {
        self.shift = shift
        pseudonyms = Pseudonyms()
        ids = IdentifierPseudonyms(survey, pseudonyms)
        var drawn: Set<UInt64> = []
        while drawn.count < survey.values.count { drawn.insert(.random(in: 0..<1 << 48)) }
        numbers = Dictionary(
            uniqueKeysWithValues: zip(
                survey.values.sorted(), drawn.sorted().map { Double($0) }))
    }

    /// The body that replaces a node's, as JSON.
    mutating func body(of node: Node) throws(RedoError) -> [JSONMember] {
        let body = try Self.parsed(node)
        let form = Form(action: node.action, dialect: node.dialect)
        fields = rules[form] ?? FieldRule.rules(of: node.action, node.dialect)
        rules[form] = fields
        var members: [JSONMember] = []
        for member in body.members {
            let value: JSONValue =
                if member.isNamed("action") {
                    .string(image(of: node.action))
                } else if member.isNamed("author") {
                    image(of: node.author).json
                } else if member.isNamed("timestamp") {
                    .object([
                        JSONMember("lamport", .number(Double(node.timestamp.lamport))),
                        JSONMember(
                            "wall",
                            .string(JSONString(shift.image(of: node.timestamp.wall).wallText))),
                    ])
                } else if member.isNamed("data") {
                    .object(
                        data(
                            member.value.members,
                            isLarge: node.encoding.lineByteCount(hasSignature: false) > 65_536))
                } else if member.isNamed("parents") {
                    image(of: member.value.value, .nodeID)
                } else if member.isNamed("taskId") {
                    image(of: member.value.value, .id)
                } else {
                    // The version.
                    member.value.value
                }
            members.append(JSONMember(member.name, value))
        }
        return members
    }

    private static func parsed(_ node: Node) throws(RedoError) -> JSONElement {
        do throws(JSONError) {
            return try JSONDocument(node.encoding.body).root
        } catch {
            throw RedoError(.corrupted, "the node \(node.id) is not JSON: \(error)")
        }
    }

    /// Replaces the data. Digests can be longer than the values that they replace. If a node has no room for them, its
    /// lists and custom fields are cut.
    private mutating func data(_ members: JSONMembers, isLarge: Bool) -> [JSONMember] {
        var images: [JSONMember] = []
        for member in members {
            // This field records how a merge was decided. It can have any value, and decides nothing any more.
            let isInformation = member.isNamed("conflictResolution")
            let rule = isInformation ? FieldRule.contents : .members(fields)
            room = isInformation ? Self.cutCount : .max
            var image = self.image(of: member.value.value, rule)
            if isLarge,
                CanonicalJSON.bytes(image).count > NodeValidator.maximumPayloadByteCount
            {
                room = Self.cutCount
                image = self.image(of: member.value.value, rule)
            }
            images.append(JSONMember(member.name, image))
        }
        // Parents are a list, too.
        room = .max
        return images
    }

    private static let cutCount = 1000

    private func image(of action: Action) -> JSONString {
        FieldRule.isDefined(action)
            ? JSONString("\(action)") : pseudonyms.image(ofAction: "\(action)")
    }

    private func image(of author: Author) -> Author {
        Author(
            userID: ids.image(of: author.userID), deviceID: pseudonyms.image(of: author.deviceID),
            publicKey: author.publicKey.map { ids.image(of: $0) },
            name: author.name.map { pseudonyms.image(of: $0) },
            email: author.email.map { pseudonyms.image(of: $0) },
            deviceName: author.deviceName.map { pseudonyms.image(of: $0) })
    }

    // MARK: Values

    private mutating func image(of value: JSONValue, _ rule: FieldRule) -> JSONValue {
        switch value {
        case .null, .bool: return value
        case .number(let number):
            if case .number = rule { return value }
            return .number(numbers[number] ?? 0)
        case .string(let text): return .string(image(of: text, rule))
        case .array(let elements):
            var rule = rule
            // The protocol defines no list of numbers.
            if case .number = rule { rule = .contents }
            var images: [JSONValue] = []
            for element in elements where room > 0 {
                if rule.isDigested { room -= 1 }
                images.append(image(of: element, rule))
            }
            return .array(images)
        case .object(let members): return .object(images(of: members, rule))
        }
    }

    private mutating func images(of members: [JSONMember], _ rule: FieldRule) -> [JSONMember] {
        let rules = rule.members(of: members)
        var images: [JSONMember] = []
        for member in members where room > 0 || rules[member.name] != nil {
            let rule = rules[member.name]
            if rule == nil { room -= 1 }
            images.append(
                JSONMember(
                    image(ofName: member.name, rules), image(of: member.value, rule ?? .contents)))
        }
        return images
    }

    private mutating func image(of text: JSONString, _ rule: FieldRule) -> JSONString {
        let span = text.utf8.span
        switch rule {
        case .words(let words): if words.contains(text.description) { return text }
        case .time:
            if let time = Instant(iso8601: span) {
                return pseudonyms.image(ofTime: text, time, at: shift.image(of: time))
            }
        case .id:
            if let id = UUIDValue(text: span) {
                let image = ids.image(of: id).text
                let isUpper = text.utf8.contains { (0x41...0x46).contains($0) }
                return JSONString(isUpper ? image.uppercased() : image)
            }
        case .nodeID: if let id = NodeID(text: span) { return JSONString("\(ids.image(of: id))") }
        case .principal:
            if let user = UserID(text: span) { return JSONString("\(ids.image(of: user))") }
            if let id = NodeID(text: span) { return JSONString("\(ids.image(of: id))") }
        case .digits:
            if let digits = Digest(hexadecimal: span) {
                return JSONString(ids.image(ofDigits: digits).hexadecimal)
            }
        case .nonce: if UserID(text: span) != nil { return ids.image(ofNonce: text) }
        case .color: if FieldForm.isColor(span) { return pseudonyms.image(ofColor: text) }
        case .path: return parts(of: text) { pseudonyms.image(of: JSONString(validated: $0)).utf8 }
        case .participant:
            // A malformed id must stay malformed.
            if !RoomRoster.Participant.isID(span) {
                return JSONString(validated: pseudonyms.image(of: text).utf8 + [UInt8(ascii: "!")])
            }
        case .name(let rules): return image(ofName: text, rules)
        case .contents, .number, .members, .resolutions: break
        }
        return pseudonyms.image(of: text)
    }

    /// Replaces a custom name part by part, so that a path still leads to the thing that it names.
    private func image(ofName name: JSONString, _ rules: FieldRules) -> JSONString {
        if rules[name] != nil { return name }
        var isHead = true
        return parts(of: name) { part in
            defer { isHead = false }
            return isHead && rules[JSONString(validated: part)] != nil
                ? part : pseudonyms.image(ofName: part)
        }
    }

    private func parts(of text: JSONString, _ image: ([UInt8]) -> [UInt8]) -> JSONString {
        let dot = UInt8(ascii: ".")
        return JSONString(
            validated: Array(
                text.utf8.split(separator: dot, omittingEmptySubsequences: false)
                    .map { image(Array($0)) }.joined(separator: [dot])))
    }
}
