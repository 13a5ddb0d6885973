import RedoCrypto
import RedoKeys
import RedoModel
import RedoSystem

/// The files of box keys: `<userId>.box` beside the key files.
package struct BoxFiles {
    private let directory: String

    package init(directory: String) { self.directory = directory }

    private func path(of key: PublicKey) -> String {
        Path.join(directory, "\(UserID(key)).box")
    }

    /// The box key of a user; nil if it is missing.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be read, KEYCHAIN_003 if it is invalid.
    package func read(_ key: PublicKey) throws(RedoError) -> BoxFile? {
        let path = path(of: key)
        let text: [UInt8]
        do throws(SystemError) {
            text = try Files.read(path, limit: BoxFile.maximumByteCount)
        } catch {
            if error.isNotFound { return nil }
            throw .key(.cannotRead(path: path, error, others: []))
        }
        do throws(RedoError) {
            return try BoxFile(reading: text, of: key)
        } catch {
            throw error.at(path)
        }
    }

    /// Writes the box key of a user.
    ///
    /// - Throws: KEYCHAIN_001 if it cannot be written.
    package func write(_ file: BoxFile, _ key: PublicKey) throws(RedoError) {
        let path = path(of: key)
        do throws(SystemError) {
            try Files.makeDirectories(directory, mode: 0o700)
            try Files.replace(path, with: file.text.span, mode: 0o600)
        } catch {
            throw .key(.cannotWrite(path: path, error))
        }
    }
}

extension Keyring {
    /// The public key that boxes for a user are sealed to.
    ///
    /// - Throws: KEYCHAIN_002 if the key cannot be used.
    package func boxKey(of user: String) throws(RedoError) -> BoxPublicKey {
        try withBox(of: user) { (box) throws(RedoError) in
            switch box {
            case .held(let publicKey, _, _), .asked(let publicKey, _): publicKey
            }
        }
    }

    /// Opens a box that was sealed to a user.
    ///
    /// - Throws: KEYCHAIN_002 if the key cannot be used, KEYCHAIN_003 if the box is not sealed to it.
    package func unseal(_ sealed: [UInt8], for user: String) throws(RedoError) -> [UInt8] {
        try withBox(of: user) { (box) throws(RedoError) in
            switch box {
            case .held(_, let open, _):
                guard let message = open(sealed) else {
                    throw .key(.notAKey(reason: "the box is not sealed to \(user), or damaged"))
                }
                return message
            case .asked(_, let ask): return try ask(sealed)
            }
        }
    }

    /// The unlocked key of a user, to open boxes and to sign with: a passphrase is requested once.
    ///
    /// - Throws: KEYCHAIN_002 if the key cannot be used.
    package func openedKey(of user: String) throws(RedoError) -> OpenedKey {
        let publicKey = try directory.load(user).publicKey
        return try withBox(of: user, isSigning: true) { (box) throws(RedoError) in
            switch box {
            case .held(let boxKey, let open, let signer):
                OpenedKey(publicKey: publicKey, box: BoxOpener(boxKey, open: open), signer: signer)
            case .asked(let boxKey, let ask):
                // A program reports a box for another key only by not opening it.
                OpenedKey(
                    publicKey: publicKey, box: BoxOpener(boxKey) { try? ask($0) }, signer: nil)
            }
        }
    }

    /// The private half of a box key: in this process, together with the signer if the whole key is here, or in a
    /// program that opens boxes.
    private enum Box {
        case held(BoxPublicKey, ([UInt8]) -> [UInt8]?, Signer?)
        case asked(BoxPublicKey, ([UInt8]) throws(RedoError) -> [UInt8])
    }

    /// - Parameter isSigning: whether the key will also sign; then a running key agent receives an unlocked key.
    private func withBox<Result>(
        of user: String, isSigning: Bool = false, _ body: (Box) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        return try directory.using(user) { (file) throws(RedoError) in
            let publicKey = file.publicKey
            if file.location != .unsealed, let agent = keyAgent,
                let box = agent.boxKey(of: publicKey)
            {
                return try body(
                    .asked(box) { (sealed) throws(RedoError) in
                        try agent.unseal(sealed, with: publicKey)
                    })
            }
            guard case .helper(let name) = file.location else {
                let isForAgent = isSigning && file.location == .sealed
                return try using(try opened(file, user), isForAgent: isForAgent, body)
            }
            let helper = try helpers.helper(named: name)
            if let key = try helper.key(publicKey) {
                let isForAgent = isSigning && name == AgeHelper.name
                return try using(key, isForAgent: isForAgent, body)
            }
            if let box = try helper.find(publicKey) {
                return try body(
                    .asked(box) { (sealed) throws(RedoError) in
                        try helper.unseal(sealed, with: publicKey)
                    })
            }
            guard let file = try BoxFiles(directory: helpers.directory).read(publicKey) else {
                throw .helper(
                    name, .incapable, "it opens no boxes, and there is no file of a box key",
                    remedies: [
                        "'redo key add \(name) \(user)' creates one, once the key file is away"
                    ])
            }
            let key = HeldBoxKey(try file.key(signedBy: try helper.signer(publicKey)))
            return try body(.held(key.key.publicKey, { key.key.open($0.span) }, nil))
        }
    }

    /// Runs a body with the box key of an unlocked key.
    ///
    /// - Parameter isForAgent: whether a running key agent receives the key.
    private func using<Result>(
        _ key: consuming SigningKey, isForAgent: Bool, _ body: (Box) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        let held = HeldBoxKey(BoxKey(of: key))
        let signer: Signer
        if isForAgent { signer = Signer(handedToAgent(key)) } else { signer = Signer(key) }
        return try body(.held(held.key.publicKey, { held.key.open($0.span) }, signer))
    }
}

private final class HeldBoxKey {
    let key: BoxKey

    init(_ key: consuming BoxKey) { self.key = key }
}
