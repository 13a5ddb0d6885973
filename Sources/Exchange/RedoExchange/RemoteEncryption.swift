import RedoCrypto
import RedoEpochs
import RedoStore
import RedoSystem

/// Whether what goes to a remote is encrypted, as the configuration of the store says:
///
/// ```
/// [remote "origin"]
///     encrypted = true
///     genesis = ID:BODY
/// ```
package enum RemoteEncryption: Equatable, Sendable {
    /// The configuration does not decide: the remote is plain until something encrypted is found there. From then on
    /// nothing is sent until the user decides.
    case undecided
    /// The configuration declares that the remote is not encrypted, whatever is found there.
    case plain
    /// - Parameter genesis: the trusted first epoch; nil until one is created or trusted.
    case sealed(genesis: GenesisPin?)

    /// Reads the configuration. A trusted first epoch alone makes the remote encrypted, so that no other setting lets
    /// anything leave in the clear.
    ///
    /// - Throws: wrong usage if the first epoch is invalid, or `encrypted` is not a boolean.
    package init(of remote: String, in store: Store) throws(RedoError) {
        let isEncrypted = try store.configuration.isEncrypted(remote: remote)
        guard let text = store.configuration.genesis(ofRemote: remote) else {
            switch isEncrypted {
            case nil: self = .undecided
            case false?: self = .plain
            case true?: self = .sealed(genesis: nil)
            }
            return
        }
        guard let pin = GenesisPin(text: text) else {
            throw .usage(
                "remote.\(remote).genesis is not an epoch: '\(text.printable)'",
                hints: ["'redo member trust' writes it"])
        }
        self = .sealed(genesis: pin)
    }

    package var isSealed: Bool {
        if case .sealed = self { true } else { false }
    }

    /// The trusted first epoch; nil if there is no such epoch.
    package var genesis: GenesisPin? {
        if case .sealed(let genesis) = self { genesis } else { nil }
    }
}

extension GenesisPin {
    /// Reads `ID` or `ID:BODY`, 64 hexadecimal digits each.
    package init?(text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            let id = Digest(hexadecimal: Array(parts[0].utf8).span)
        else { return nil }
        var body: Digest?
        if parts.count == 2 {
            guard let digest = Digest(hexadecimal: Array(parts[1].utf8).span) else { return nil }
            body = digest
        }
        self.init(id: EpochID(id), body: body)
    }

    /// Whether two pins can be of the same epoch.
    package func agrees(with other: GenesisPin) -> Bool {
        id == other.id && (body == nil || other.body == nil || body == other.body)
    }

    package var text: String { body.map { "\(id):\($0.hexadecimal)" } ?? "\(id)" }
}

extension ConfiguredRemote {
    /// The encrypted remotes of a store whose first epoch it trusts, by name.
    ///
    /// - Throws: wrong usage if a first epoch is invalid, or `encrypted` is not a boolean.
    package static func encrypted(of store: Store) throws(RedoError) -> [ConfiguredRemote] {
        var encrypted: [ConfiguredRemote] = []
        for remote in all(of: store)
        where try RemoteEncryption(of: remote.name, in: store).genesis != nil {
            encrypted.append(remote)
        }
        return encrypted
    }

    /// Records in the configuration that a first epoch is trusted, and that the remote is encrypted.
    ///
    /// - Throws: STORAGE_003.
    package func trust(_ genesis: GenesisPin, in store: Store) throws(RedoError) {
        try store.configurationFile.change { configuration in
            for (key, value) in [("encrypted", "true"), ("genesis", genesis.text)] {
                if let entry = Configuration.Name("\(Self.section).\(name).\(key)") {
                    configuration.set(entry, to: value)
                }
            }
        }
    }
}
