import RedoModel

/// The options of an exchange with a remote that a command requests.
package struct ExchangeRequest: Sendable {
    /// Whether nothing is changed, here or there, and the planned steps are reported.
    package var isDryRun = false
    /// Whether what was read before is read again.
    package var isRefetching = false
    /// Whether everything on the remote is read again, because the store lacks nodes that it had.
    package var isRestoring = false
    /// Whether nodes without a signature are refused; nil for the default of the kind of remote.
    package var requiresSignature: Bool?
    /// Whether nodes without a signature that no key here can sign are skipped, and all others are sent.
    package var skipsUnsigned = false
    /// Whether diverged tasks are merged after a fetch; nil for the value of `sync.merge`.
    package var isMerging: Bool?
    /// References that a fetch reads in addition to those that it finds.
    package var references: [String] = []

    package init() {}

    /// The rule for signatures of fetched nodes.
    package var signatureRule: NodeValidator.SignatureRule {
        requiresSignature ?? true ? .required : .ifPresent
    }
}
