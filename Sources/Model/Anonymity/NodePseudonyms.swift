import RedoCrypto
import RedoJSON

/// Bodies of nodes in the place of others.
struct NodePseudonyms {
    private let survey: LogSurvey
    private let source: PseudonymSource
    private let shift: TimeShift
    private let numbers: [Double: Double]
    private var texts: TextPseudonyms
    private var names: TextPseudonyms
    private var actions: TextPseudonyms
    var ids: IdentifierPseudonyms
    /// Whether the node that is being replaced is about a room.
    private var isOfRoom = false

    init(_ survey: LogSurvey, secret: [UInt8]) {
        self.survey = survey
        source = PseudonymSource(secret: secret)
        let none = Instant(milliseconds: 0)...Instant(milliseconds: 0)
        var bytes = source.bytes(.number, for: [])
        shift = TimeShift(
            walls: survey.walls ?? none, times: survey.times ?? none, &bytes)
        numbers = NumberPseudonyms(of: survey.otherNumbers, source).images
        texts = TextPseudonyms(source, .text, avoiding: survey.strings)
        texts.draw(survey.listTexts)
        let memberNames = survey.memberNames
        names = TextPseudonyms(source, .name, avoiding: survey.strings) {
            KnownNames.contains($0, isOfRoom: true) || ($0.count >= 3 && memberNames.contains($0))
        }
        actions = TextPseudonyms(source, .name, avoiding: survey.strings, isStrict: true) { name in
            Action(name: name.span).map { $0.isKnown || $0.isOfSomeFamily } ?? true
        }
        ids = IdentifierPseudonyms(survey, source)
    }

    /// The body that takes the place of a node's, as JSON.
    mutating func body(of node: Node, _ body: JSONElement) -> [JSONMember] {
        isOfRoom = node.action.isOfRoom
        return body.members.map { member in
            let value: JSONValue
            if member.isNamed("action") {
                value = .string(JSONString(validated: image(of: node.action)))
            } else if member.isNamed("author") {
                value = image(of: node.author).json
            } else if member.isNamed("timestamp") {
                value = .object([
                    JSONMember("lamport", .number(Double(node.timestamp.lamport))),
                    JSONMember(
                        "wall", .string(JSONString(shift.image(of: node.timestamp.wall).wallText))),
                ])
            } else if member.isNamed("data") {
                value = .object(
                    member.value.members.map { data in
                        JSONMember(data.name, image(of: data.value.value, depth: 0))
                    })
            } else if member.isNamed("version") {
                value = member.value.value
            } else {
                // The task, and the parents.
                value = image(of: member.value.value, named: member.name, isField: true)
            }
            return JSONMember(member.name, value)
        }
    }

    private mutating func image(of action: Action) -> [UInt8] {
        let name = Array("\(action)".utf8)
        guard !action.isKnown, !action.isOfSomeFamily else { return name }
        // What is not a letter stays.
        return name.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
            .map { $0.isEmpty ? [] : actions.image(of: Array($0)) }
            .joined(separator: [UInt8(ascii: "_")]).map { $0 }
    }

    private mutating func image(of author: Author) -> Author {
        Author(
            userID: ids.image(of: author.userID), deviceID: image(ofForm: author.deviceID),
            publicKey: author.publicKey.map { ids.image(of: $0) },
            name: author.name.map { image(ofForm: $0) },
            email: author.email.map { image(ofForm: $0) },
            deviceName: author.deviceName.map { image(ofForm: $0) })
    }

    private mutating func image(of text: JSONString) -> JSONString {
        JSONString(validated: texts.image(of: text.utf8))
    }

    // MARK: Values

    /// What stands in `fields`, `payload` or `conflictResolution`, or in an object within.
    ///
    /// - Parameter depth: 0 for one whose members are fields.
    private mutating func image(of value: JSONValue, depth: Int) -> JSONValue {
        guard case .object(let members) = value else {
            return image(of: value, named: nil, isField: false)
        }
        // An entry of a merge names a field, and the value that it gives is one of that field.
        var entryField: JSONString?
        if value["strategy"]?.string != nil, let path = value["path"]?.string { entryField = path }
        return .object(
            members.map { member in
                if let entryField, member.name == "path" {
                    return JSONMember(
                        member.name,
                        .string(JSONString(validated: image(ofName: entryField.utf8))))
                }
                let isEntryValue = entryField != nil && member.name == "value"
                return JSONMember(
                    JSONString(validated: image(ofName: member.name.utf8)),
                    image(
                        of: member.value, named: isEntryValue ? entryField : member.name,
                        isField: depth == 0 || isEntryValue))
            })
    }

    /// - Parameters:
    ///   - name: of the member that has the value.
    ///   - isField: whether that member is a field of the node.
    private mutating func image(
        of value: JSONValue, named name: JSONString?, isField: Bool
    ) -> JSONValue {
        let rule = name.flatMap { FieldRule.rule(for: $0, isField: isField, isOfRoom: isOfRoom) }
        switch value {
        case .null, .bool: return value
        case .number(let number):
            if case .number? = rule { return value }
            return .number(numbers[number] ?? number)
        case .string(let text): return .string(image(of: text, rule))
        case .array(let elements):
            return .array(elements.map { image(of: $0, named: name, isField: false) })
        case .object: return image(of: value, depth: 1)
        }
    }

    /// Names with dots are replaced part by part, so that a path goes on leading to what it names.
    private mutating func image(ofName name: [UInt8]) -> [UInt8] {
        if KnownNames.contains(name, isOfRoom: isOfRoom) { return name }
        let dot = UInt8(ascii: ".")
        var image: [UInt8] = []
        for (place, part) in name.split(separator: dot, omittingEmptySubsequences: false)
            .enumerated()
        {
            if place > 0 { image.append(dot) }
            let part = Array(part)
            image +=
                KnownNames.contains(part, isOfRoom: isOfRoom) ? part : names.image(of: part)
        }
        return image
    }

    private mutating func image(of text: JSONString, _ rule: FieldRule?) -> JSONString {
        switch rule {
        case .words(let words): if words.contains(where: { text == $0 }) { return text }
        case .dotted: return JSONString(validated: image(ofParts: text.utf8, at: "."))
        case .recurrence: if let image = shift.image(ofRule: text) { return image }
        case .zone:
            if let image = ZonePseudonyms.image(of: text, source, avoiding: survey.strings) {
                return image
            }
        case .color: if let image = image(ofColor: text) { return image }
        case .nonce: if UserID(text: text.utf8.span) != nil { return ids.image(ofNonce: text) }
        case .word: return JSONString(validated: image(ofParts: text.utf8, at: "-"))
        case .id(let kind):
            if let id = UUIDValue(text: text.utf8.span) {
                return spelled(ids.image(of: id, kind), as: text)
            }
        case .number, nil: break
        }
        return image(ofForm: text)
    }

    /// What the form of a text alone tells.
    private mutating func image(ofForm text: JSONString) -> JSONString {
        let span = text.utf8.span
        if let id = NodeID(text: span) { return JSONString("\(ids.image(of: id))") }
        if let id = UUIDValue(text: span) { return spelled(ids.image(ofAny: id), as: text) }
        if let time = shift.image(of: text.utf8) { return JSONString(validated: time) }
        if let digest = Digest(hexadecimal: span) {
            return JSONString(ids.image(ofDigits: digest).hexadecimal)
        }
        if let user = UserID(text: span) {
            return JSONString(validated: ids.image(ofDigits: user))
        }
        return image(of: text)
    }

    /// A UUID in upper case if the other one is.
    private func spelled(_ id: UUIDValue, as text: JSONString) -> JSONString {
        let isUpper = text.utf8.contains { (0x41...0x46).contains($0) }
        return JSONString(isUpper ? id.text.uppercased() : id.text)
    }

    private func image(ofColor text: JSONString) -> JSONString? {
        guard text.utf8.count == 7, text.utf8[0] == UInt8(ascii: "#") else { return nil }
        var bytes = source.bytes(.color, for: text.utf8)
        var image = [text.utf8[0]]
        for byte in text.utf8.dropFirst() {
            switch byte {
            case 0x30...0x39: image.append(0x30 + UInt8(bytes.below(10)))
            case 0x41...0x46: image.append(0x41 + UInt8(bytes.below(6)))
            case 0x61...0x66: image.append(0x61 + UInt8(bytes.below(6)))
            default: return nil
            }
        }
        return JSONString(validated: image)
    }

    /// A text whose parts are replaced one by one.
    private mutating func image(ofParts text: [UInt8], at mark: Unicode.Scalar) -> [UInt8] {
        let mark = UInt8(ascii: mark)
        return text.split(separator: mark, omittingEmptySubsequences: false)
            .map { texts.image(of: Array($0)) }.joined(separator: [mark]).map { $0 }
    }
}
