import RedoSystem

extension CommandContext {
    /// Asks a question, and reads a line of standard input.
    ///
    /// - Returns: whether that is `y` or `yes`, in any case. The end of the input is a no.
    package func isConfirmed(_ question: String) throws(RedoError) -> Bool {
        surroundings.prompt("\(question) [y/N] ")
        var lines = inputLines()
        guard case .bytes(let bytes)? = try lines.next() else { return false }
        let answer = String(decoding: bytes, as: UTF8.self).lowercased()
        return answer == "y" || answer == "yes"
    }

    /// Shows a prompt and waits for a line of standard input, or its end.
    package func waitForEnter(_ prompt: String) throws(RedoError) {
        surroundings.prompt("\(prompt) ")
        var lines = inputLines()
        _ = try lines.next()
    }
}
