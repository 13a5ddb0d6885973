import RedoCrypto
import RedoKeys
import RedoModel
import RedoStore
import RedoSystem

/// Moves of keys to their locations: a file, or a key helper.
package struct KeyPlacing {
    private let keyring: Keyring
    private var keys: KeyDirectory { keyring.directory }
    private var helpers: KeyHelpers { keyring.helpers }

    package init(_ keyring: Keyring) { self.keyring = keyring }

    /// The word for the location that is not a helper.
    package static let file = "file"

    /// Refuses a name that is not a location.
    ///
    /// - Throws: wrong usage.
    package func check(_ place: String) throws(RedoError) {
        let places = [Self.file] + (try helpers.names())
        guard !places.contains(place) else { return }
        let isName = KeyFile.isHelperName(Array(place.utf8).span)
        throw .usage(
            "'\(place)' is not a place for keys; there are: \(places.joined(separator: ", "))",
            hints: isName ? [KeyHelpers.naming(place)] : [])
    }

    /// Stores a key with a helper, lets it sign, and writes the helper's name into the key's file, in this order. If
    /// one step fails, the file stays as it was, and the helper is requested to forget the key.
    ///
    /// - Throws: KEYCHAIN_001 or KEYCHAIN_002.
    package func place(
        _ key: borrowing SigningKey, with name: String, replacing: Bool
    ) throws(RedoError) {
        let helper = try helpers.helper(named: name)
        let publicKey = key.publicKey
        let wasThere = (try? helper.find(publicKey)) != nil
        try helper.store(key)
        do throws(RedoError) {
            let signer = try helper.signer(publicKey)
            try Self.prove(signer)
            try makeBox(for: signer, helper)
            try note(publicKey, keptBy: name, replacing: replacing)
        } catch {
            if !wasThere { try? helper.delete(publicKey) }
            throw error
        }
    }

    /// Writes the name of a helper that already has a key into the key's file, after the helper has signed.
    package func adopt(_ key: PublicKey, from name: String, replacing: Bool) throws(RedoError) {
        let helper = try helpers.helper(named: name)
        _ = try helper.find(key)
        let signer = try helper.signer(key)
        try Self.prove(signer)
        try makeBox(for: signer, helper)
        try note(key, keptBy: name, replacing: replacing)
    }

    private func note(
        _ key: PublicKey, keptBy name: String, replacing: Bool
    ) throws(RedoError) {
        var text = KeyFile.text(key, keptBy: name)
        try keys.save(&text, for: UserID(key).description, replacing: replacing)
    }

    /// Lets a signer sign a text that is not a node; ``Signer`` verifies the result.
    package static func prove(_ signer: Signer) throws(RedoError) {
        let text = "redo key 1\n\(RandomBytes.hexadecimal(count: 16))\n"
        let message = Array(text.utf8)
        let signature = try signer.sign(message.span)
        guard signer.publicKey.isSigner(of: message.span, signature: signature) else {
            throw .key(.notAKey(reason: "it does not sign as its public key says"))
        }
    }

    /// Creates the file of a box key for a helper that does not open boxes, unless it exists.
    private func makeBox(for signer: Signer, _ helper: any KeyHelper) throws(RedoError) {
        guard try !helper.verbs().contains(.unseal) else { return }
        let boxes = BoxFiles(directory: keys.path)
        if try boxes.read(signer.publicKey) != nil { return }
        try boxes.write(try BoxFile.make(for: signer, named: helper.name), signer.publicKey)
    }

    /// The key pair of a user, wherever it is stored.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be opened, or its helper does not hand it out.
    package func key(of user: String) throws(RedoError) -> SigningKey {
        try keys.using(user) { (file) throws(RedoError) in
            guard case .helper(let name) = file.location else {
                return try keyring.opened(file, user)
            }
            guard let key = try helpers.helper(named: name).key(file.publicKey) else {
                throw .helper(
                    name, .incapable, "it keeps its keys to itself: \(user) stays there",
                    remedies: ["'redo keygen' creates another key, in a file"])
            }
            return key
        }
    }

    /// Moves a key to another location. The old location keeps it until the new one has signed.
    ///
    /// - Throws: KEYCHAIN_001 or KEYCHAIN_002; then the old location still has the key.
    package func move(_ user: String, to place: String) throws(RedoError) {
        let old = try keys.load(user).location
        guard old != .helper(place), place != Self.file || old.helperName != nil else {
            throw RedoError(
                .keyNotSaved, "the key \(user) already exists", status: .no,
                hints: ["'redo key list' shows where each key is"])
        }
        let key = try key(of: user)
        if place == Self.file {
            try moveToFile(key, user)
            keyring.prompts.note(
                "the key \(user) is unsealed in its file; 'redo key lock \(user)' seals it")
        } else {
            try self.place(key, with: place, replacing: true)
        }
        // The new location signs, so a failure from here on loses nothing.
        guard case .helper(let name) = old else { return }
        do throws(RedoError) {
            let helper = try helpers.helper(named: name)
            if try helper.verbs().contains(.delete) { try helper.delete(key.publicKey) }
        } catch {
            keyring.prompts.warn(error.code, "\(name) still has the key as well: \(error.message)")
        }
    }

    private func moveToFile(_ key: borrowing SigningKey, _ user: String) throws(RedoError) {
        var before = try contents(user)
        var text = KeyFile.text(key)
        try keys.save(&text, for: user, replacing: true)
        do throws(RedoError) {
            let read = try keys.signingKey(of: user) { () throws(RedoError) in
                SecretMemory(count: 0)
            }
            try Self.prove(Signer(read))
        } catch {
            try? keys.save(&before, for: user, replacing: true)
            throw error
        }
    }

    private func contents(_ user: String) throws(RedoError) -> [UInt8] {
        do throws(SystemError) {
            return try Files.read(keys.path(of: user), limit: KeyFile.maximumByteCount)
        } catch {
            throw .key(.cannotRead(path: keys.path(of: user), error, others: []))
        }
    }

    /// Lets the helper of a key forget it, before the key's file is removed.
    ///
    /// - Returns: what remains and where, as a sentence; nil if nothing does.
    package func forget(_ user: String) throws(RedoError) -> String? {
        guard let file = try? keys.load(user), case .helper(let name) = file.location else {
            return nil
        }
        do throws(RedoError) {
            let helper = try helpers.helper(named: name)
            guard try helper.verbs().contains(.delete) else {
                return "\(name) still has the key"
            }
            try helper.delete(file.publicKey)
            return nil
        } catch {
            return "\(name) may still have the key: \(error.message)"
        }
    }
}

extension KeyFile.Location {
    /// The name of the helper that keeps the key; nil for a key in a file.
    package var helperName: String? {
        if case .helper(let name) = self { name } else { nil }
    }
}
