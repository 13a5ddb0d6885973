import RedoSystem

extension Surroundings {
    /// The form of errors.
    package var errorForm: ErrorForm {
        variables.value(of: ErrorForm.variable).flatMap(ErrorForm.init) ?? .lines
    }

    /// The same surroundings for a command whose output is JSON, unless the variable says otherwise.
    func reportingObjects() -> Surroundings {
        guard variables.value(of: ErrorForm.variable).flatMap(ErrorForm.init) == nil else {
            return self
        }
        return reporting(as: .json)
    }

    /// The same surroundings with a form of errors.
    package func reporting(as form: ErrorForm) -> Surroundings {
        var result = self
        result.variables = variables.setting(ErrorForm.variable, to: form.rawValue)
        return result
    }

    /// The same surroundings for a command line that was not parsed yet: a `--json` in it asks for objects.
    func reporting(for words: [String]) -> Surroundings {
        words.prefix { $0 != "--" }.contains("--json") ? reportingObjects() : self
    }
}
