import RedoCrypto
import RedoJSON
import RedoModel

/// Parses the canonical JSON of a body byte by byte, so that any other spelling is refused, and no tree has a copy of
/// the keys.
struct EpochBodyReader {
    private var position = 0

    init() {}

    /// - Throws: ``EpochFault/malformedBody(offset:)`` for another text, ``EpochFault/inconsistentBody(_:)`` for a body
    ///   that contradicts itself.
    /// - Complexity: O(n).
    mutating func read(_ text: Span<UInt8>) throws(EpochFault) -> EpochBody {
        try skip("{\"boxes\":", text)
        let id = EpochID(try digest(text))
        try skip(",\"members\":", text)
        let members = try list(text) { (reader, text) throws(EpochFault) in
            try reader.member(text)
        }
        try skip(",\"parents\":", text)
        let parents = try list(text) { (reader, text) throws(EpochFault) in
            let parent = try reader.reference(text)
            try reader.skip("}", text)
            return parent
        }
        try skip(",\"past\":", text)
        let past = try past(text)
        try skip(",\"signer\":", text)
        let signer: PublicKey = try fixed(text)
        try skip("}", text)
        guard position == text.count else { throw .malformedBody(offset: position) }
        let body = EpochBody(
            id: id, parents: parents, members: members, past: past, signer: signer, text: text)
        if let inconsistency = body.inconsistency { throw .inconsistentBody(inconsistency) }
        return body
    }

    private mutating func past(_ text: Span<UInt8>) throws(EpochFault) -> PastEpochs {
        let entries = try list(text) { (reader, text) throws(EpochFault) in
            let reference = try reader.reference(text)
            try reader.skip(",\"key\":\"", text)
            let start = reader.position
            try reader.skipDigits(2 * EpochKey.byteCount, text)
            try reader.skip("\"}", text)
            return (reference: reference, keyStart: start)
        }
        // Keys are parsed directly into their final memory.
        let keys = SecretMemory(count: entries.count * EpochKey.byteCount)
        for (index, entry) in entries.enumerated() {
            for byte in 0..<EpochKey.byteCount {
                let high = lowercaseHexValue(text[entry.keyStart + 2 * byte]) ?? 0
                let low = lowercaseHexValue(text[entry.keyStart + 2 * byte + 1]) ?? 0
                keys[index * EpochKey.byteCount + byte] = high << 4 | low
            }
        }
        return PastEpochs(entries.map(\.reference), keys: keys)
    }

    private mutating func member(_ text: Span<UInt8>) throws(EpochFault) -> Member {
        try skip("{\"devices\":", text)
        let devices = try list(text) { (reader, text) throws(EpochFault) in
            try reader.skip("{\"box\":", text)
            let box: BoxPublicKey = try reader.fixed(text)
            try reader.skip(",\"key\":", text)
            let key: PublicKey = try reader.fixed(text)
            try reader.skip("}", text)
            return Member.Device(key: key, box: box)
        }
        try skip(",\"principal\":", text)
        let principal = try principal(text)
        try skip(",\"recovery\":", text)
        if isNext("null}", text) {
            position += 5
            return Member(principal, devices: devices)
        }
        try skip("{\"box\":", text)
        let box: BoxPublicKey = try fixed(text)
        try skip(",\"commit\":", text)
        let commit = try digest(text)
        try skip("}}", text)
        return Member(
            principal, recovery: Member.Recovery(commit: commit, box: box), devices: devices)
    }

    private mutating func principal(_ text: Span<UInt8>) throws(EpochFault) -> Principal {
        let characters = try characters(text)
        guard let principal = Principal(text: characters) else {
            throw .malformedBody(offset: position)
        }
        return principal
    }

    /// Parses an object with `body` and `id`, without its closing brace.
    private mutating func reference(_ text: Span<UInt8>) throws(EpochFault) -> EpochReference {
        try skip("{\"body\":", text)
        let body = try digest(text)
        try skip(",\"id\":", text)
        return EpochReference(id: EpochID(try digest(text)), body: body)
    }

    // MARK: Parts

    private mutating func list<Element>(
        _ text: Span<UInt8>,
        _ element: (inout EpochBodyReader, Span<UInt8>) throws(EpochFault) -> Element
    ) throws(EpochFault) -> [Element] {
        try skip("[", text)
        if isNext("]", text) {
            position += 1
            return []
        }
        var elements: [Element] = []
        while true {
            elements.append(try element(&self, text))
            if isNext("]", text) {
                position += 1
                return elements
            }
            try skip(",", text)
        }
    }

    private mutating func digest(_ text: Span<UInt8>) throws(EpochFault) -> Digest {
        guard let digest = Digest(hexadecimal: try characters(text)) else {
            throw .malformedBody(offset: position)
        }
        return digest
    }

    private mutating func fixed<Value: FixedBytes>(
        _ text: Span<UInt8>
    ) throws(EpochFault) -> Value {
        guard let value = Value(hexadecimal: try characters(text)) else {
            throw .malformedBody(offset: position)
        }
        return value
    }

    /// The characters between quotes. No valid value needs an escape; the caller validates the characters.
    @_lifetime(copy text)
    private mutating func characters(_ text: Span<UInt8>) throws(EpochFault) -> Span<UInt8> {
        try skip("\"", text)
        let start = position
        while position < text.count, text[position] != UInt8(ascii: "\"") { position += 1 }
        let end = position
        try skip("\"", text)
        return text.extracting(start..<end)
    }

    private mutating func skipDigits(_ count: Int, _ text: Span<UInt8>) throws(EpochFault) {
        guard text.count - position >= count else { throw .malformedBody(offset: position) }
        for index in position..<position + count {
            guard lowercaseHexValue(text[index]) != nil else { throw .malformedBody(offset: index) }
        }
        position += count
    }

    private mutating func skip(
        _ literal: StaticString, _ text: Span<UInt8>
    ) throws(EpochFault) {
        guard isNext(literal, text) else { throw .malformedBody(offset: position) }
        position += literal.utf8CodeUnitCount
    }

    private func isNext(_ literal: StaticString, _ text: Span<UInt8>) -> Bool {
        let end = position + literal.utf8CodeUnitCount
        return end <= text.count && text.extracting(position..<end).isEqual(to: literal)
    }
}
