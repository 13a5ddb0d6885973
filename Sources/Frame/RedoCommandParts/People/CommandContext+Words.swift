import RedoCommandLine
import RedoCrypto
import RedoSystem

/// The answer of the arguments to a comparison of words with those of another device.
package enum WordComparison: Sendable {
    /// The words that the other device shows.
    case words(String)
    /// The person says that they are the same.
    case confirmed
    /// Nothing: the person is asked.
    case asking

    /// - Parameters:
    ///   - words: the option that has the words of the other device.
    ///   - yes: the option that lets the command not ask.
    package init(_ arguments: Arguments, words: OptionSpecification, yes: OptionSpecification) {
        if let given = arguments.value(words) {
            self = .words(given)
        } else {
            self = arguments.has(yes) ? .confirmed : .asking
        }
    }
}

extension CommandContext {
    /// True if a person has compared words: on a terminal after a question, else as the options say.
    ///
    /// - Parameters:
    ///   - other: further words that the other device may show, with when it does; nil if there are none.
    ///   - refusal: the error if other words were given, by how the right ones are shown.
    /// - Throws: the refusal, or wrong usage where there is no one to ask.
    package func hasCompared(
        _ compared: ComparedWords, or other: (words: ComparedWords, when: String)? = nil,
        by comparison: WordComparison, _ question: String,
        otherwise refusal: (_ shown: String) -> RedoError
    ) throws(RedoError) -> Bool {
        let shown = compared.words.joined(separator: " ")
        let further = other.map { "\($0.words.words.joined(separator: " ")) (\($0.when))" }
        switch comparison {
        case .words(let given):
            guard compared.matches(given) || other?.words.matches(given) == true else {
                throw refusal(shown)
            }
            return true
        case .confirmed: return true
        case .asking: break
        }
        guard surroundings.hasTerminalInput else {
            throw .usage(
                "the words must be compared: give --words with those of the other device, or --yes",
                hints: ["the words are: \(shown)"] + (further.map { ["or: \($0)"] } ?? []))
        }
        complain("words \(shown)\n")
        if let further { complain("words \(further)\n") }
        return try isConfirmed(question)
    }
}
