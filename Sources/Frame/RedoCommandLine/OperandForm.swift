/// The operands of a command in one of its forms, or a part of them.
///
/// Usage lines, the number of operands, the manual and completions follow from it.
package indirect enum OperandForm: Sendable {
    /// `<task>`
    case value(Placeholder)
    /// `<node>..<node>`, which is one operand.
    case range(Placeholder)
    /// `add`
    case word(String)
    /// `-`: the operands are on standard input.
    case input
    /// `--unset`, or `--to <dir>` for an option with a value.
    case option(OptionSpecification)
    /// `-e`, or `--body` for an option without a letter.
    case letter(OptionSpecification)
    case sequence([OperandForm])
    case optional(OperandForm)
    case repeated(OperandForm)
    case anyOf([OperandForm])

    package static let nodeOrRange = anyOf([.value(.node), .range(.node)])

    /// The form as a usage line has it: `[<task>...]`.
    package var text: String {
        switch self {
        case .value(let placeholder): "<\(placeholder.name)>"
        case .range(let placeholder): "<\(placeholder.name)>..<\(placeholder.name)>"
        case .word(let word): word
        case .input: "-"
        case .option(let option):
            "--\(option.name)\(option.valueText)"
        case .letter(let option): option.letter.map { "-\($0)" } ?? "--\(option.name)"
        case .sequence(let parts): parts.map(\.text).joined(separator: " ")
        case .optional(.anyOf(let forms)): "[\(Self.alternatives(forms))]"
        case .optional(let form): "[\(form.text)]"
        case .repeated(let form): "\(form.text)..."
        case .anyOf(let forms): "(\(Self.alternatives(forms)))"
        }
    }

    private static func alternatives(_ forms: [OperandForm]) -> String {
        forms.map(\.text).joined(separator: " | ")
    }

    /// The number of operands that the form takes.
    package var count: ClosedRange<Int> {
        switch self {
        case .value, .range, .word, .input: return 1...1
        case .option, .letter: return 0...0
        case .sequence(let parts):
            return parts.map(\.count).reduce(0...0) { sum, part in
                let (upper, overflow) = sum.upperBound.addingReportingOverflow(part.upperBound)
                return sum.lowerBound + part.lowerBound...(overflow ? Int.max : upper)
            }
        case .optional(let form): return 0...form.count.upperBound
        case .repeated(let form): return form.count.lowerBound...Int.max
        case .anyOf(let forms): return Self.count(of: forms)
        }
    }

    /// The number of operands that any of some forms takes.
    static func count(of forms: [OperandForm]) -> ClosedRange<Int> {
        let counts = forms.map(\.count)
        return (counts.map(\.lowerBound).min() ?? 0)...(counts.map(\.upperBound).max() ?? 0)
    }

    /// The kinds of the operands, in their order, for completions. Of alternatives in brackets the first
    /// counts; those in parentheses are not completed.
    package var kinds: [OperandKind] {
        switch self {
        case .value(let placeholder), .range(let placeholder): [placeholder.kind]
        case .word, .input, .option, .letter, .anyOf: []
        case .sequence(let parts): parts.flatMap(\.kinds)
        case .optional(.anyOf(let forms)): forms.first?.kinds ?? []
        case .optional(let form), .repeated(let form): form.kinds
        }
    }

    /// The possible kinds of the operand at an index.
    ///
    /// - Parameter starts: the indexes that the first operand of the form can have.
    func kinds(at index: Int, from starts: ClosedRange<Int> = 0...0) -> [OperandKind] {
        switch self {
        case .value(let placeholder), .range(let placeholder):
            return starts.contains(index) ? [placeholder.kind] : []
        case .word: return starts.contains(index) ? [.other] : []
        case .input, .option, .letter: return []
        case .sequence(let parts):
            var starts = starts
            var kinds: [OperandKind] = []
            for part in parts {
                kinds += part.kinds(at: index, from: starts)
                let (end, overflow) = starts.upperBound.addingReportingOverflow(
                    part.count.upperBound)
                starts = starts.lowerBound + part.count.lowerBound...(overflow ? Int.max : end)
            }
            return kinds
        case .optional(let form): return form.kinds(at: index, from: starts)
        case .repeated(let form):
            return form.kinds(at: index, from: starts.lowerBound...Int.max)
        case .anyOf(let forms): return forms.flatMap { $0.kinds(at: index, from: starts) }
        }
    }

    /// True if its last operand stands for any number of them.
    package var isRepeated: Bool {
        switch self {
        case .repeated: true
        case .sequence(let parts), .anyOf(let parts): parts.contains(where: \.isRepeated)
        case .optional(let form): form.isRepeated
        case .value, .range, .word, .input, .option, .letter: false
        }
    }

    /// The option that the form consists of; nil for any other form.
    var option: OptionSpecification? {
        switch self {
        case .option(let option), .letter(let option): option
        default: nil
        }
    }

    /// The word that its first operand has to be; nil for any.
    package var firstWord: String? {
        switch self {
        case .word(let word): word
        case .sequence(let parts): parts.first?.firstWord
        case .optional(let form): form.firstWord
        case .value, .range, .input, .option, .letter, .repeated, .anyOf: nil
        }
    }
}

extension OperandForm: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// A word.
    package init(stringLiteral word: String) { self = .word(word) }

    /// A sequence.
    package init(arrayLiteral parts: OperandForm...) { self = .sequence(parts) }
}
