import RedoSystem

/// Why a node was not signed.
package enum SigningFailure: Error {
    /// The node breaks a rule of stage 1, or the signer is not its author's.
    case rejected(Rejection)
    /// The signer returned no signature: later nodes would not get one either.
    case notSigned(RedoError)
}

extension RedoError {
    /// A node that was not signed.
    package init(_ failure: SigningFailure) {
        switch failure {
        case .rejected(let rejection): self.init(rejection)
        case .notSigned(let error): self = error
        }
    }
}
