/// A rule about which options of a command go together.
package enum OptionConstraint: Sendable {
    /// At most one of the options is given; the message names the first two that are.
    case exclusive([OptionSpecification])
    /// One of the options is given, and no other.
    case exactlyOne([OptionSpecification])
    /// The first option excludes the others; the message names the first of them.
    case excludes(OptionSpecification, [OptionSpecification])
    /// The first option excludes the others; the message names all of them.
    case excludesEach(OptionSpecification, [OptionSpecification])
    /// The first option is given only with one of the others.
    case needs(OptionSpecification, anyOf: [OptionSpecification])
    /// Operands are given, or the option that takes their place.
    case operands(OperandForm, or: OptionSpecification)

    /// The options that the rule is about, in the order in which it names them.
    package var options: [OptionSpecification] {
        switch self {
        case .exclusive(let options), .exactlyOne(let options): options
        case .excludes(let first, let others), .excludesEach(let first, let others),
            .needs(let first, anyOf: let others):
            [first] + others
        case .operands(_, or: let option): [option]
        }
    }

    /// Returns what is wrong with the options that are given; nil if the rule is kept.
    func violation(by arguments: Arguments, of command: String) -> String? {
        let given = options.filter { arguments.setting($0) != nil }
        let names = options.map { "--\($0.name)" }
        switch self {
        case .exclusive: return given.count > 1 ? Self.conflict(given) : nil
        case .exactlyOne where given.count == 1: return nil
        case .exactlyOne where names.count == 2:
            return "\(command) takes either \(names[0]) or \(names[1])"
        case .exactlyOne:
            return "give one of \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
        case .excludes(let first, _):
            return given.count > 1 && given[0].name == first.name ? Self.conflict(given) : nil
        case .excludesEach(let first, _):
            guard given.count > 1, given[0].name == first.name else { return nil }
            let others = names.dropFirst().joined(separator: " or ")
            return "\(names[0]) cannot be combined with \(others)"
        case .needs(let first, anyOf: _):
            guard given.count == 1, given[0].name == first.name else { return nil }
            return "\(names[0]) needs \(names.dropFirst().joined(separator: " or "))"
        case .operands(let form, or: _):
            if let operand = arguments.operands.first {
                return given.isEmpty ? nil : "unexpected argument '\(operand)' beside \(names[0])"
            }
            return given.isEmpty ? "an operand is missing: \(form.text)" : nil
        }
    }

    /// True if the rule keeps an option from going with others that are given.
    func excludes(_ option: OptionSpecification, in arguments: Arguments) -> Bool {
        guard case .exclusive(let options) = self else { return false }
        return options.contains { $0.name == option.name }
            && options.contains { $0.name != option.name && arguments.setting($0) != nil }
    }

    private static func conflict(_ given: [OptionSpecification]) -> String {
        "--\(given[0].name) and --\(given[1].name) do not go together"
    }
}
