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
    /// The configuration says nothing of it: the remote is plain until something encrypted is found there. Then nothing goes
    /// there before the user decides.
    case undecided
    /// The configuration says that the remote is not encrypted, whatever is found there.
    case plain
    /// - Parameter genesis: the first epoch that is trusted; nil before one is made or trusted.
    case sealed(genesis: GenesisPin?)

    /// Reads the configuration. A trusted first epoch says by itself that the remote is encrypted, so that no other
    /// setting lets anything go there in the clear.
    ///
    /// - Throws: wrong usage for a first epoch that is none, and if `encrypted` is not a boolean.
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

    /// The first epoch that is trusted; nil if none is.
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

    /// Whether two pins can be of one epoch.
    package func agrees(with other: GenesisPin) -> Bool {
        id == other.id && (body == nil || other.body == nil || body == other.body)
    }

    package var text: String { body.map { "\(id):\($0.hexadecimal)" } ?? "\(id)" }
}

extension ConfiguredRemote {
    /// The encrypted remotes of a store whose first epoch it trusts, by name.
    ///
    /// - Throws: wrong usage for a first epoch that is none, and if `encrypted` is not a boolean.
    package static func encrypted(of store: Store) throws(RedoError) -> [ConfiguredRemote] {
        var encrypted: [ConfiguredRemote] = []
        for remote in all(of: store)
        where try RemoteEncryption(of: remote.name, in: store).genesis != nil {
            encrypted.append(remote)
        }
        return encrypted
    }

    /// Notes in the configuration which first epoch is trusted, and that the remote is encrypted.
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
