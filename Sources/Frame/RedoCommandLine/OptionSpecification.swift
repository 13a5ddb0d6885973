/// An option of a command: what its parser, its help, its manual page and its completions know of it.
package struct OptionSpecification: Sendable {
    /// The name after `--`.
    package let name: String
    /// The letter after `-`.
    package let letter: Character?
    /// The kind of its value; nil for an option without a value.
    package let value: Placeholder?
    /// True if its value can be left out. If it is given, it follows `=`.
    package let isValueOptional: Bool
    /// One sentence without a full stop, for `-h`.
    package let summary: String
    /// True if it may be given more than once.
    package let isRepeatable: Bool
    /// True if `--no-NAME` takes it back.
    package let isNegatable: Bool
    /// True if `-5` stands for this option with the value 5.
    package let takesBareNumber: Bool
    /// True if it is for programs and rare cases: `-h` leaves it out, the page and the completions have it.
    package let isExpert: Bool
    /// Its spellings in the words of a line (``AttributeWords``); none for an option that has no words.
    package let words: [WordSpelling]

    private init(
        name: String, letter: Character?, value: Placeholder?, isValueOptional: Bool = false,
        summary: String, isRepeatable: Bool, isNegatable: Bool, takesBareNumber: Bool = false,
        isExpert: Bool, words: [WordSpelling] = []
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.isValueOptional = isValueOptional
        self.summary = summary
        self.isRepeatable = isRepeatable
        self.isNegatable = isNegatable
        self.takesBareNumber = takesBareNumber
        self.isExpert = isExpert
        self.words = words
    }

    /// An option without a value.
    package static func flag(
        _ name: String, letter: Character? = nil, isNegatable: Bool = false, isExpert: Bool = false,
        _ summary: String
    ) -> OptionSpecification {
        OptionSpecification(
            name: name, letter: letter, value: nil, summary: summary, isRepeatable: false,
            isNegatable: isNegatable, isExpert: isExpert)
    }

    /// Its spellings after `--`.
    package var longNames: [String] { [name] + (isNegatable ? ["no-\(name)"] : []) }

    /// The name of its value, in angle brackets; nil for an option without a value.
    package var valueName: String? { value?.name }

    /// Its value if it cannot be left out; nil for an option without one as well.
    package var requiredValue: Placeholder? { isValueOptional ? nil : value }

    /// The form of its value after its long name in a usage line and the help: ` <id>`, or `[=<id>]` if it can be left out;
    /// empty for an option without one.
    package var valueText: String {
        guard let valueName else { return "" }
        return isValueOptional ? "[=<\(valueName)>]" : " <\(valueName)>"
    }

    /// An option with a value.
    ///
    /// - Parameters:
    ///   - choices: the values that there are, if there is a fixed set of them.
    ///   - isOptional: whether the value can be left out; such an option has no letter.
    package static func value(
        _ name: String, letter: Character? = nil, takes value: Placeholder,
        oneOf choices: [String] = [], isOptional: Bool = false, isRepeatable: Bool = false,
        takesBareNumber: Bool = false, isExpert: Bool = false, words: [WordSpelling] = [],
        _ summary: String
    ) -> OptionSpecification {
        OptionSpecification(
            name: name, letter: letter,
            value: choices.isEmpty ? value : Placeholder(value.name, .word(choices)),
            isValueOptional: isOptional, summary: summary, isRepeatable: isRepeatable,
            isNegatable: false,
            takesBareNumber: takesBareNumber, isExpert: isExpert, words: words)
    }
}
