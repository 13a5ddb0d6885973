import RedoModel

/// What an exchange with a remote is asked for.
package struct ExchangeRequest: Sendable {
    /// Whether nothing is changed, here or there: what would be done is reported.
    package var isDryRun = false
    /// Whether what was read before is read again.
    package var isRefetching = false
    /// Whether everything is read again that the remote has, since the store lacks nodes that it had.
    package var isRestoring = false
    /// Whether nodes without a signature are refused; nil for what the kind of remote does by itself.
    package var requiresSignature: Bool?
    /// Whether nodes without a signature that no key here can sign stay here, and all others are sent.
    package var skipsUnsigned = false
    /// Whether diverged tasks are merged after a fetch; nil for what `sync.merge` says.
    package var isMerging: Bool?
    /// References that a fetch reads beside those that it finds by itself.
    package var references: [String] = []

    package init() {}

    /// What is demanded of signatures of nodes that come in.
    package var signatureRule: NodeValidator.SignatureRule {
        requiresSignature ?? true ? .required : .ifPresent
    }
}
