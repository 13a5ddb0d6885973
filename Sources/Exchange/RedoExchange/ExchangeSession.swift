import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The context of one exchange: an open log, the keys of the user, the request, and the delegate that receives reports.
package struct ExchangeSession {
    /// The log; writing to it starts no sync.
    package let repository: Repository
    private let openKeyring: () throws(RedoError) -> Keyring
    /// The user's own configuration.
    package let home: UserHome
    package var request: ExchangeRequest
    package let delegate: any ExchangeDelegate
    /// The time now.
    package let now: () throws(RedoError) -> Instant

    package init(
        _ repository: Repository, _ keyring: @escaping () throws(RedoError) -> Keyring,
        _ home: UserHome, _ request: ExchangeRequest,
        _ delegate: any ExchangeDelegate, now: @escaping () throws(RedoError) -> Instant
    ) {
        self.repository = repository
        openKeyring = keyring
        self.home = home
        self.request = request
        self.delegate = delegate
        self.now = now
    }

    package var store: Store { repository.store }

    /// The keys of the user.
    ///
    /// - Throws: STORAGE_001 if the user has no home.
    package var keyring: Keyring {
        get throws(RedoError) { try openKeyring() }
    }

    // MARK: Reporting

    /// Reports something; if that fails, the exchange continues.
    package func note(_ text: String) { try? delegate.report(.note(text)) }
    package func warn(_ code: ErrorCode, _ text: String) {
        try? delegate.report(.warning(code, text))
    }
    package func complain(_ error: RedoError) { try? delegate.report(.error(error)) }
    package func complain(hints: [String]) { try? delegate.report(.hints(hints)) }

    /// Reports what became of a node or of something else.
    package func report(
        _ id: NodeID?, at location: String?, _ outcome: ExchangedItem.Outcome
    ) throws(RedoError) {
        try delegate.report(.item(ExchangedItem(id, at: location, outcome)))
    }

    /// - Parameters:
    ///   - title: the current work: "Receiving packs".
    ///   - unit: the unit of the numbers, if they do not count the things of the title.
    package func progress(_ title: String, unit: String? = nil) -> Progress {
        Progress(title, unit: unit, isShown: delegate.showsProgress)
    }

    /// The delays between repeated requests to a server. If progress is shown, so is the wait.
    ///
    /// - Parameter delay: milliseconds before the first repetition; nil for the default.
    package func retryPolicy(delay: Int?) -> RetryPolicy {
        let delegate = delegate
        return RetryPolicy(
            delay: delay ?? RetryPolicy.defaultDelay, wait: { Clock.wait(milliseconds: $0) },
            random: { RandomBytes.fraction() },
            report: { text in
                if delegate.showsProgress { try? delegate.report(.waitingTime(text)) }
            })
    }
}
