import RedoCrypto
import RedoKeys
import RedoModel
import RedoStore
import RedoSystem

extension Keyring {
    /// The directory of the user's key agent; nil without `XDG_RUNTIME_DIR`.
    package var keyAgentDirectory: KeyAgentDirectory? {
        home.variables.value(of: "XDG_RUNTIME_DIR")
            .map { KeyAgentDirectory(path: Path.join($0, "redo")) }
    }

    /// The user's key agent, if it can be running.
    package var keyAgent: KeyAgent? {
        guard let directory = keyAgentDirectory, directory.isPrivate else { return nil }
        return KeyAgent(in: directory)
    }

    /// The signer for a user: the key in their file, or the key helper that the file names. For a sealed key the key
    /// agent is tried first; a key that was unlocked is passed to a running agent.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be loaded, KEYCHAIN_003 if the file is not a key.
    package func signer(of user: String) throws(RedoError) -> Signer {
        let keys = directory
        let signer = try keys.using(user) { (file) throws(RedoError) in
            switch file.location {
            case .unsealed:
                return Signer(
                    try file.signingKey { () throws(RedoError) in SecretMemory(count: 0) })
            case .sealed:
                if let signer = keyAgent?.signer(file.publicKey) { return signer }
                return Signer(handedToAgent(try opened(file, user)))
            case .helper(AgeHelper.name):
                if let signer = keyAgent?.signer(file.publicKey) { return signer }
                let helper = try helpers.helper(named: AgeHelper.name)
                guard let key = try helper.key(file.publicKey) else {
                    return try helper.signer(file.publicKey)
                }
                return Signer(handedToAgent(key))
            case .helper(let name):
                return try helpers.helper(named: name).signer(file.publicKey)
            }
        }
        return signer.explaining { keys.naming($0, besides: user) }
    }

    /// Unlocks the key in a file, with its passphrase if it is sealed.
    package func opened(
        _ file: borrowing KeyFile, _ user: String
    ) throws(RedoError) -> SigningKey {
        try file.signingKey { () throws(RedoError) in
            try prompts.passphrase("Passphrase of the key \(user): ", false)
        }
    }

    /// Passes a key that was just unlocked to the key agent, if one runs.
    func handedToAgent(_ key: consuming SigningKey) -> SigningKey {
        if let agent = keyAgent, agent.isRunning {
            do throws(RedoError) {
                try agent.store(key)
            } catch {
                prompts.warn(error.code, "the key agent does not have the key: \(error.message)")
            }
        }
        return key
    }
}
