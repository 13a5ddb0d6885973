/// What a check of `redo doctor` has seen of one thing.
struct Symptom: Sendable {
    enum State: String, CaseIterable, Sendable {
        /// It was looked at, and is as it should be.
        case good
        /// It is not necessary, or may be meant so.
        case notice
        /// It was not looked at, as an option says.
        case skipped
        /// It could not be looked at.
        case unchecked
        /// It has to be changed.
        case wrong
    }

    let state: State
    /// What was seen, as a phrase.
    let text: String
    /// What to do, as hints of errors say it.
    let remedies: [String]

    static func good(_ text: String) -> Symptom { Symptom(state: .good, text: text, remedies: []) }

    static func notice(_ text: String, _ remedies: [String] = []) -> Symptom {
        Symptom(state: .notice, text: text, remedies: remedies)
    }

    static func unchecked(_ text: String, _ remedies: [String] = []) -> Symptom {
        Symptom(state: .unchecked, text: text, remedies: remedies)
    }

    static func wrong(_ text: String, _ remedies: [String]) -> Symptom {
        Symptom(state: .wrong, text: text, remedies: remedies)
    }
}
