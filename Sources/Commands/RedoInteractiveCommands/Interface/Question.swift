import RedoScreen

/// A line that is asked for before a command runs.
struct Question {
    /// The use of the screen by the command.
    enum Run {
        /// It runs beside the screen, within the process.
        case here
        /// It gets the terminal, and asks for what it needs.
        case dialog
    }

    let label: String
    /// The text before anything is typed.
    var initial = ""
    var run = Run.here
    /// The text about the answer, above the line.
    var note: String?
    /// The command of an answer; nil for an answer that means to leave it.
    let command: (String) -> [String]?

    /// A question that is answered with yes or no.
    static func confirmation(
        _ text: String, _ command: [String], run: Run = .here
    ) -> Question {
        Question(label: "\(text) y/n", run: run) { answer in
            ["y", "yes"].contains(answer.lowercased()) ? command : nil
        }
    }

    /// The prompt that asks it. What it begins with is selected, so that typing replaces it.
    var prompt: Prompt {
        var input = TextField(initial)
        input.selectAll()
        return Prompt(purpose: .question(self), input: input)
    }
}
