import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRemotes
import RedoSystem

extension DoctorCheck {
    /// Each remote of the store is read, without a change here or there.
    static let remotes = DoctorCheck(name: "remotes") { (examination) throws(RedoError) in
        guard let store = examination.openedStore else {
            return [.notice("there is no store that could have one")]
        }
        let remotes = ConfiguredRemote.all(of: store)
        if remotes.isEmpty {
            return [
                .notice(
                    "there is none: your tasks are on this device alone",
                    ["'redo remote add origin URL', then 'redo sync'"])
            ]
        }
        var request = ExchangeRequest()
        request.isDryRun = true
        var symptoms: [Symptom] = []
        for remote in remotes {
            guard examination.asksRemotes else {
                symptoms.append(
                    Symptom(state: .skipped, text: "\(remote.name) is not asked", remedies: []))
                continue
            }
            let delegate = SilentDelegate()
            do throws(RedoError) {
                var exchange = try RemoteExchange(
                    with: remote, examination.context.session(store, request, delegate))
                try exchange.fetch { _ in }
                symptoms.append(.good("\(remote.name) answers"))
            } catch {
                symptoms.append(Symptom(error, state: .wrong, of: "\(remote.name): "))
            }
            symptoms += delegate.warnings.map {
                .wrong("\(remote.name): \($0)", ["'redo fetch \(remote.name)' says more"])
            }
            let waiting = remote.known(in: store)?.unsent.waiting.count ?? 0
            if waiting > 0 {
                symptoms.append(
                    .notice(
                        "\(remote.name) lacks \(counted(waiting, "node")) of this store",
                        ["'redo push \(remote.name)'"]))
            }
        }
        return symptoms
    }
}

/// A delegate that asks no one and keeps warnings.
private final class SilentDelegate: ExchangeDelegate {
    private(set) var warnings: [String] = []

    let showsProgress = false
    let wantsEachItem = false
    let canAsk = false
    let letsProgramsAsk = false

    func report(_ event: ExchangeEvent) {
        switch event {
        case .warning(let code, let text): warnings.append("\(text) (\(code))")
        case .error(let error): warnings.append("\(error.message) (\(error.code))")
        case .item(let item):
            if case .withheld(let code, let text) = item.outcome {
                warnings.append("\(text) (\(code))")
            }
        case .waiting, .note, .waitingTime, .hints: break
        }
    }

    func isConfirmed(_ question: String) -> Bool { false }

    func recoveryKey(ofRemote name: String) throws(RedoError) -> RecoveryKey {
        throw RedoError(.keyNotLoaded, "no one is asked for the words of a recovery key")
    }

    func show(_ key: borrowing RecoveryKey, ofRemote name: String) {}
}
