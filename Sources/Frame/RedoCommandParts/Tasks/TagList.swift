import RedoCommandLine
import RedoSystem

/// Tags as people write them: texts with commas between them, those in quotes as JSON strings.
package enum TagList {
    /// A text that is read as these tags.
    package static func text(of tags: [String]) -> String {
        tags.map { tag in
            let hasComma = tag.utf8.contains(UInt8(ascii: ",")) || tag.isEmpty
            return hasComma ? TaskForm.quoted(tag) : TaskForm.quotedIfNeeded(tag)
        }.joined(separator: ", ")
    }

    /// The tags of a line of a form; nothing between two commas is not a tag.
    ///
    /// - Throws: ``TaskForm/ParseError`` for quotes without a JSON string in them.
    static func tags(inLine text: String) throws(TaskForm.ParseError) -> [String] {
        var tags: [String] = []
        for part in parts(of: text) where !part.isEmpty {
            tags.append(try TaskForm.unquoted(part, 0))
        }
        return tags
    }

    /// The tags that the values of an option name, in their order.
    ///
    /// - Parameter isKnown: whether the tags can be those that tasks have: other programs also write
    ///   empty ones, and quotes name one.
    /// - Throws: wrong usage for an empty tag, which is invisible, and for quotes without a JSON
    ///   string in them.
    package static func tags(
        _ option: OptionSpecification, of arguments: Arguments, areKnown isKnown: Bool = false
    ) throws(RedoError) -> [String] {
        var tags: [String] = []
        for value in arguments.values(option) {
            tags += try Self.tags(inValue: value, of: option, areKnown: isKnown)
        }
        return tags
    }

    private static func tags(
        inValue value: String, of option: OptionSpecification, areKnown isKnown: Bool
    ) throws(RedoError) -> [String] {
        var tags: [String] = []
        let parts = parts(of: value)
        for part in parts {
            let tag: String
            do throws(TaskForm.ParseError) {
                tag = try TaskForm.unquoted(part, 0)
            } catch {
                throw RedoError(
                    .usage, "not a valid value of --\(option.name): '\(value)', \(error.reason)",
                    detail: WrongValue(value))
            }
            guard !isBlank(tag) || (isKnown && !part.isEmpty) else {
                throw RedoError(
                    .usage,
                    parts.count == 1
                        ? "--\(option.name) takes a tag, and this one is empty"
                        : "a tag is empty in --\(option.name) '\(value)'",
                    detail: WrongValue(value))
            }
            tags.append(tag)
        }
        return tags
    }

    /// The tags that values such as `x`, `+x` and `-x` add and remove.
    ///
    /// - Throws: wrong usage for an empty tag, and for quotes without a JSON string in them.
    package static func changes(
        _ option: OptionSpecification, of arguments: Arguments
    ) throws(RedoError) -> (added: [String], removed: [String]) {
        var added: [String] = []
        var removed: [String] = []
        for value in arguments.values(option) {
            let isRemoval = value.hasPrefix("-")
            let names = isRemoval || value.hasPrefix("+") ? String(value.dropFirst()) : value
            let tags = try tags(inValue: names, of: option, areKnown: isRemoval)
            if isRemoval { removed += tags } else { added += tags }
        }
        return (added, removed)
    }

    /// The texts between the commas that are not in quotes, without white space around them.
    private static func parts(of text: String) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var rest = Array(text.utf8)[...]
        while true {
            let end = partEnd(rest)
            parts.append(TaskForm.trimmed(rest[..<end]))
            if end == rest.endIndex { return parts }
            rest = rest[(end + 1)...]
        }
    }

    /// The index of the first comma that is not in quotes.
    private static func partEnd(_ bytes: ArraySlice<UInt8>) -> Int {
        var isQuoted = false
        var isEscaped = false
        for index in bytes.indices {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), isQuoted {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                return index
            }
        }
        return bytes.endIndex
    }
}

/// True if a text has nothing but white space.
package func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
