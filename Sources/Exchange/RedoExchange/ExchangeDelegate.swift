import RedoCrypto
import RedoModel
import RedoSystem

/// Whom an exchange reports to while it works, and whom it asks.
package protocol ExchangeDelegate {
    /// Whether long work shows how far it is.
    var showsProgress: Bool { get }
    /// Whether each item that is done is reported, and not only what needs attention: a clone can have a million.
    var wantsEachItem: Bool { get }
    /// Whether a person can be asked.
    var canAsk: Bool { get }
    /// Whether programs that an exchange starts can ask a person by themselves: ssh, for a passphrase.
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

    /// Shows the words of a remote's recovery key, which count from now on. When this returns, a person can have them.
    ///
    /// - Throws: STORAGE_002 if they cannot be written.
    func show(_ key: borrowing RecoveryKey, ofRemote name: String) throws(RedoError)
}

/// What an exchange reports while it works.
package enum ExchangeEvent: Sendable {
    /// What became of a node, or of something else that a remote has.
    case item(ExchangedItem)
    /// Nodes that are not sent, since an ancestor of theirs is missing here.
    case waiting(WaitingNodes)
    /// Something that was not necessary to say, for people.
    case note(String)
    /// What long work waits for, where its progress is shown.
    case waitingTime(String)
    case warning(ErrorCode, String)
    /// An error after which the exchange continues.
    case error(RedoError)
    /// What helps with what was reported before.
    case hints([String])
}

/// A node, or something else that a remote has, and what became of it.
package struct ExchangedItem: Sendable {
    package enum Outcome: Sendable {
        case done
        /// It was refused, or had to stay.
        case refused(ErrorCode, detail: String)
        /// The remote does not show what it has shown before; with a sentence for people.
        case withheld(ErrorCode, String)
        /// It was left out as the request says.
        case skipped(ErrorCode, detail: String)
        /// A dry run would read it: what it is, for people, and where it stands, which programs are told in place of a code.
        case planned(what: String, version: String)
        /// A merge of tasks that had diverged.
        case merged
    }

    /// Nil for what is not a node.
    package let id: NodeID?
    /// Where it is on the remote: a slot, a commit, a document; nil if that is not known.
    package let place: String?
    package let outcome: Outcome

    package init(_ id: NodeID?, at place: String?, _ outcome: Outcome) {
        self.id = id
        self.place = place
        self.outcome = outcome
    }
}
