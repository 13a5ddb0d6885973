import RedoCommandLine
import RedoCrypto
import RedoSystem

extension CommandContext {
    /// Whether a person has compared words: on a terminal after a question, else by `--words` or `--yes`.
    ///
    /// - Parameters:
    ///   - words: the option that has the words of the other device.
    ///   - yes: the option that lets the command not ask.
    ///   - refusal: the error if other words were given, by how the right ones are shown.
    /// - Throws: the refusal, or wrong usage where there is no one to ask.
    package func hasCompared(
        _ compared: ComparedWords, words: OptionSpecification, yes: OptionSpecification,
        _ question: String, otherwise refusal: (_ shown: String) -> RedoError
    ) throws(RedoError) -> Bool {
        let shown = compared.words.joined(separator: " ")
        if let given = arguments.value(words) {
            guard compared.matches(given) else { throw refusal(shown) }
            return true
        }
        if arguments.has(yes) { return true }
        guard surroundings.hasTerminalInput else {
            throw .usage(
                "the words must be compared: give --words with those of the other device, or --yes",
                hints: ["the words are: \(shown)"])
        }
        complain("words \(shown)\n")
        return try isConfirmed(question)
    }
}
