import RedoCrypto
import RedoModel
import RedoSystem

/// The receiver of an exchange's reports and questions: a command, or a test.
package protocol ExchangeDelegate {
    /// Whether the progress of long work is shown.
    var showsProgress: Bool { get }
    /// Whether each finished item is reported, and not only those that need attention: a clone can have a million.
    var wantsEachItem: Bool { get }
    /// Whether a person can answer questions.
    var canAsk: Bool { get }
    /// Whether programs that an exchange starts may question a person directly: ssh, for a passphrase.
    var letsProgramsAsk: Bool { get }

    /// Reports something, in the order in which it happens.
    ///
    /// - Throws: STORAGE_002 if it cannot be written.
    func report(_ event: ExchangeEvent) throws(RedoError)

    /// Asks a question.
    ///
    /// - Returns: whether the answer is yes.
    func isConfirmed(_ question: String) throws(RedoError) -> Bool

    /// The words of a remote's recovery key, which a person types once in a command.
    ///
    /// - Throws: KEYCHAIN_002 if there is nowhere to read them from, KEYCHAIN_003 if they are not such words.
    func recoveryKey(ofRemote name: String) throws(RedoError) -> RecoveryKey

    /// Shows the words of a remote's recovery key, which are valid from now on. When this returns, a person can have
    /// read them.
    ///
    /// - Throws: STORAGE_002 if they cannot be written.
    func show(_ key: borrowing RecoveryKey, ofRemote name: String) throws(RedoError)
}

/// What an exchange reports while it works.
package enum ExchangeEvent: Sendable {
    /// The outcome of a node, or of another thing on a remote.
    case item(ExchangedItem)
    /// Nodes that are not sent, since an ancestor is missing here.
    case waiting(WaitingNodes)
    /// Additional information for people.
    case note(String)
    /// What long work waits for, if its progress is shown.
    case waitingTime(String)
    case warning(ErrorCode, String)
    /// An error after which the exchange continues.
    case error(RedoError)
    /// Hints about what was reported before.
    case hints([String])
}

/// A node, or another thing on a remote, with its outcome.
package struct ExchangedItem: Sendable {
    package enum Outcome: Sendable {
        case done
        /// It was refused, or could not be sent.
        case refused(ErrorCode, detail: String)
        /// The remote does not show what it has shown before; with a sentence for people.
        case withheld(ErrorCode, String)
        /// It was left out, as requested.
        case skipped(ErrorCode, detail: String)
        /// A dry run would read it. `what` describes it to people; `version` is its state on the remote, which programs
        /// get instead of a code.
        case planned(what: String, version: String)
        /// A merge of tasks that had diverged.
        case merged
    }

    /// Nil for what is not a node.
    package let id: NodeID?
    /// Its location on the remote: a slot, a commit, a document; nil if that is unknown.
    package let location: String?
    package let outcome: Outcome

    package init(_ id: NodeID?, at location: String?, _ outcome: Outcome) {
        self.id = id
        self.location = location
        self.outcome = outcome
    }
}
