import RedoCrypto
import RedoKeys
import RedoModel
import RedoSystem

/// The files of box keys: `<userId>.box` beside the key files.
package struct BoxFiles {
    private let folder: String

    package init(folder: String) { self.folder = folder }

    private func path(of key: PublicKey) -> String {
        Path.join(folder, "\(UserID(key)).box")
    }

    /// The box key of a user; nil if there is none.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be read, KEYCHAIN_003 if it is not one.
    package func read(_ key: PublicKey) throws(RedoError) -> BoxFile? {
        let path = path(of: key)
        let text: [UInt8]
        do throws(SystemError) {
            text = try Files.read(path, limit: BoxFile.greatestByteCount)
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
            try Files.makeDirectories(folder, mode: 0o700)
            try Files.replace(path, with: file.text.span, mode: 0o600)
        } catch {
            throw .key(.cannotWrite(path: path, error))
        }
    }
}

extension CommandContext {
    /// The public key that boxes for a user are sealed to.
    ///
    /// - Throws: KEYCHAIN_002 if the key cannot be used.
    package func boxKey(of user: String) throws(RedoError) -> BoxPublicKey {
        try withBox(of: user) { (box) throws(RedoError) in
            switch box {
            case .held(let publicKey, _), .asked(let publicKey, _): publicKey
            }
        }
    }

    /// Opens a box that was sealed to a user.
    ///
    /// - Throws: KEYCHAIN_002 if the key cannot be used, KEYCHAIN_003 if the box is not sealed to it.
    package func unseal(_ sealed: [UInt8], for user: String) throws(RedoError) -> [UInt8] {
        try withBox(of: user) { (box) throws(RedoError) in
            switch box {
            case .held(_, let open):
                guard let message = open(sealed) else {
                    throw .key(.notAKey(reason: "the box is not sealed to \(user), or damaged"))
                }
                return message
            case .asked(_, let ask): return try ask(sealed)
            }
        }
    }

    /// Opens boxes for a user as long as a closure runs: a passphrase is asked for once.
    ///
    /// - Throws: KEYCHAIN_002 if the key cannot be used; what the closure throws.
    package func withBoxes<Result>(
        of user: String, _ body: (BoxOpener) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        try withBox(of: user) { (box) throws(RedoError) in
            switch box {
            case .held(let publicKey, let open): try body(BoxOpener(publicKey, open: open))
            case .asked(let publicKey, let ask):
                // A program says of a box of another key only that it does not open it.
                try body(BoxOpener(publicKey) { try? ask($0) })
            }
        }
    }

    /// A box key: in this process, or with a program that opens boxes.
    private enum Box {
        case held(BoxPublicKey, ([UInt8]) -> [UInt8]?)
        case asked(BoxPublicKey, ([UInt8]) throws(RedoError) -> [UInt8])
    }

    private func withBox<Result>(
        of user: String, _ body: (Box) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        let helpers = try keyHelpers()
        return try keyDirectory().using(user) { (file) throws(RedoError) in
            let publicKey = file.publicKey
            if file.place != .unsealed, let agent = keyAgent, let box = agent.boxKey(of: publicKey)
            {
                return try body(
                    .asked(box) { (sealed) throws(RedoError) in
                        try agent.unseal(sealed, with: publicKey)
                    })
            }
            guard case .helper(let name) = file.place else {
                return try Self.using(BoxKey(of: try opened(file, user)), body)
            }
            let helper = try helpers.helper(named: name)
            if let key = try helper.key(publicKey) {
                return try Self.using(BoxKey(of: key), body)
            }
            if let box = try helper.find(publicKey) {
                return try body(
                    .asked(box) { (sealed) throws(RedoError) in
                        try helper.unseal(sealed, with: publicKey)
                    })
            }
            guard let file = try BoxFiles(folder: helpers.folder).read(publicKey) else {
                throw .helper(
                    name, .incapable, "it opens no boxes, and there is no file of a box key",
                    remedies: [
                        "'redo key add \(name) \(user)' makes one, once the key file is away"
                    ])
            }
            return try Self.using(try file.key(signedBy: try helper.signer(publicKey)), body)
        }
    }

    private static func using<Result>(
        _ key: consuming BoxKey, _ body: (Box) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        let held = HeldBoxKey(key)
        return try body(.held(held.key.publicKey) { held.key.open($0.span) })
    }
}

private final class HeldBoxKey {
    let key: BoxKey

    init(_ key: consuming BoxKey) { self.key = key }
}
