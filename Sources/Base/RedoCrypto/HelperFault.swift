import RedoSystem

/// Why a key that a key helper keeps cannot be used.
package struct HelperFault: Sendable {
    /// The kind of fault, by which callers decide.
    package enum State: Sendable {
        /// No helper has the name.
        case unknown
        /// The helper does not have the key.
        case absent
        /// The helper has the key, but must be unlocked first.
        case locked
        /// The helper has the key, but returned no valid signature.
        case refused
        /// The helper cannot be reached, failed, or gave an invalid answer.
        case failed
        /// The helper does not support the request.
        case incapable
        /// The message exceeds the helper's limit.
        case tooLarge
    }

    /// The helper: `ssh-agent`, or its name in `key.helper`.
    package let helper: String
    package let state: State
    /// The fault, for people.
    package let reason: String
    /// The remedies, each with one command.
    package let remedies: [String]

    package init(
        _ helper: String, _ state: State, _ reason: String, remedies: [String] = []
    ) {
        self.helper = helper
        self.state = state
        self.reason = reason
        self.remedies = remedies
    }

    /// Whether another key may replace this one.
    var isBeyondUse: Bool {
        switch state {
        case .unknown, .absent, .failed: true
        case .locked, .refused, .incapable, .tooLarge: false
        }
    }

    /// The fault in one word.
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
    /// Creates the error of a key helper.
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
