import TestSupport

extension CommandRunner {
    /// Runs a command on a terminal of its own, at which a text was typed: then its input ends.
    func onTerminal(_ command: String, typing text: String) throws -> CommandOutcome {
        try shell("printf '\(text)' | script -qec 'stty -onlcr -echo; \(command)' /dev/null")
    }

    /// Runs a command on a terminal of its own, at which lines are typed: each when it is asked for, or when the command
    /// has ended.
    ///
    /// - Parameter answers: what to wait for on the screen, and what to type then. The second answer to the same prompt
    ///   waits until that stands there twice.
    func typed(
        _ answers: KeyValuePairs<String, String>, at command: String
    ) throws -> CommandOutcome {
        func wait(for condition: String) -> String {
            "for n in $(seq 1200); do { \(condition) || [ -e done ]; } && break; sleep 0.05; done"
        }
        var counts: [String: Int] = [:]
        let typing = answers.map { prompt, line in
            let count = counts[prompt, default: 0] + 1
            counts[prompt] = count
            return wait(for: "[ $(grep -o '\(prompt)' screen | wc -l) -ge \(count) ]")
                + "; printf '%s\\n' '\(line)'"
        }
        return try shell(
            "rm -f screen done; touch screen; "
                + "(\(typing.joined(separator: "; ")); \(wait(for: "false"))) | "
                + "script -qfec '\(command); status=$?; touch done; exit $status' screen")
    }
}
