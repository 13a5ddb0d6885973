import RedoSystem

/// Why a key that a key helper keeps cannot be used.
package struct HelperFault: Sendable {
    /// What kind of fault it is, which decides what is done about it.
    package enum State: Sendable {
        /// No helper has the name.
        case unknown
        /// The helper does not have the key.
        case absent
        /// The helper has the key, and has to be unlocked first.
        case locked
        /// The helper has the key, and gave no signature that is the key's.
        case refused
        /// The helper cannot be reached, failed, or answered what it should not.
        case failed
        /// The helper cannot do what it was asked for.
        case incapable
        /// The message is longer than the helper takes.
        case tooLarge
    }

    /// The helper: `ssh-agent`, or as `key.helper` names it.
    package let helper: String
    package let state: State
    /// What is wrong, for a person.
    package let reason: String
    /// What helps, each with one command that leads on.
    package let remedies: [String]

    package init(
        _ helper: String, _ state: State, _ reason: String, remedies: [String] = []
    ) {
        self.helper = helper
        self.state = state
        self.reason = reason
        self.remedies = remedies
    }

    /// Whether another key may take the place of this one.
    var isBeyondUse: Bool {
        switch state {
        case .unknown, .absent, .failed: true
        case .locked, .refused, .incapable, .tooLarge: false
        }
    }

    /// What is wrong, in a word.
    package var stateWord: String {
        switch state {
        case .unknown: "unknown"
        case .absent: "missing"
        case .locked: "locked"
        case .failed, .refused, .incapable, .tooLarge: "unreadable"
        }
    }
}

extension RedoError {
    /// The error of a key helper.
    package static func helper(
        _ helper: String, _ state: HelperFault.State, _ reason: String, remedies: [String] = []
    ) -> RedoError {
        .key(.helper(HelperFault(helper, state, reason, remedies: remedies), others: []))
    }

    /// Why a key helper cannot be used; nil if the error is about something else.
    package var helperFault: HelperFault? {
        if case .helper(let fault, _)? = keyFault { fault } else { nil }
    }
}
