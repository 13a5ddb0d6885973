import RedoCrypto
import RedoSystem

/// Keys in the Secret Service of a desktop, such as GNOME Keyring or KeePassXC, through libsecret.
///
/// Each key is an item of the default collection with its public key as an attribute and its seed as the secret, in
/// hexadecimal digits. libsecret is loaded when a key is asked for.
package struct SecretService: KeyHelper {
    package static let name = "secret-service"

    package var name: String { Self.name }
    /// Whether the user can be asked to unlock: there is a desktop.
    private let hasDesktop: Bool

    private static let schema = "io.github.redo.Key"
    private static let attribute = "publicKey"

    /// - Parameter hasDesktop: whether there is a display, on which the service can ask for a password.
    package init(hasDesktop: Bool) { self.hasDesktop = hasDesktop }

    package func verbs() throws(RedoError) -> Set<KeyVerb> {
        [.list, .public, .sign, .unseal, .store, .delete]
    }

    package func list() throws(RedoError) -> [PublicKey] {
        try items(with: nil).compactMap { PublicKey(hexadecimal: Array($0.publicKey.utf8).span) }
    }

    package func find(_ key: PublicKey) throws(RedoError) -> BoxPublicKey? {
        guard let item = try items(with: key).first else { throw absent(key) }
        if item.isLocked { throw locked }
        return nil
    }

    package func sign(_ message: [UInt8], with key: PublicKey) throws(RedoError) -> Signature {
        let held = try opened(key)
        return held.sign(message.span)
    }

    package func key(_ key: PublicKey) throws(RedoError) -> SigningKey? { try opened(key) }

    /// Whether the default collection is there and unlocked, so that storing asks no question.
    package func isUnlocked() -> Bool { (try? isDefaultCollectionLocked()) == false }

    package func store(_ key: borrowing SigningKey) throws(RedoError) {
        switch try isDefaultCollectionLocked() {
        case nil:
            throw .helper(
                name, .failed, "there is no default collection",
                remedies: [
                    "make a login keyring in your desktop's settings, and repeat the command"
                ])
        case true?:
            if !hasDesktop { throw locked }
        case false?: break
        }
        let library = try LibSecret()
        let publicKey = key.publicKey
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * SigningKey.seedByteCount + 1)
        var seed: [UInt8] = []
        key.appendSeed(to: &seed)
        appendHexadecimal(seed.span, to: &digits)
        digits.append(0)
        wipe(&seed)
        defer { wipe(&digits) }
        try unsafe using(library, publicKey) { (schema, attributes, error) in
            // All pointers are valid for the call, and the texts end with a NUL.
            unsafe digits.withUnsafeBytes { digits in
                unsafe library.store(
                    schema, attributes, LibSecret.defaultCollection,
                    "redo key \(publicKey.hexadecimal.prefix(32))",
                    digits.baseAddress?.assumingMemoryBound(to: CChar.self), nil, error)
            }
        }
    }

    package func delete(_ key: PublicKey) throws(RedoError) {
        let library = try LibSecret()
        try unsafe using(library, key) { (schema, attributes, error) in
            unsafe library.clear(schema, attributes, nil, error)
        }
    }

    // MARK: Items

    private struct Item {
        let publicKey: String
        let isLocked: Bool
    }

    private func opened(_ key: PublicKey) throws(RedoError) -> SigningKey {
        guard let item = try items(with: key).first else { throw absent(key) }
        // With a desktop the service asks for the password itself.
        if item.isLocked, !hasDesktop { throw locked }
        let library = try LibSecret()
        var seed: SecretMemory?
        try unsafe using(library, key) { (schema, attributes, error) in
            guard let text = unsafe library.password(schema, attributes, nil, error) else { return }
            seed = unsafe Self.seed(from: text)
            unsafe library.freePassword(text)
        }
        switch consume seed {
        case .none: throw .helper(name, .refused, "it gave no key")
        case .some(let seed):
            let opened = SigningKey(seed: seed)
            guard opened.publicKey == key else {
                throw .helper(name, .refused, "it gave another key")
            }
            return opened
        }
    }

    /// The seed of 64 hexadecimal digits; nil for any other text.
    private static func seed(from text: UnsafePointer<CChar>) -> SecretMemory? {
        let seed = SecretMemory(count: SigningKey.seedByteCount)
        for index in 0..<SigningKey.seedByteCount {
            // A NUL is not a digit, so that nothing after it is read.
            guard let high = lowercaseHexValue(UInt8(bitPattern: unsafe text[2 * index])),
                let low = lowercaseHexValue(UInt8(bitPattern: unsafe text[2 * index + 1]))
            else { return nil }
            seed[index] = high << 4 | low
        }
        guard unsafe text[2 * SigningKey.seedByteCount] == 0 else { return nil }
        return seed
    }

    /// The items of a key, or all.
    private func items(with key: PublicKey?) throws(RedoError) -> [Item] {
        let library = try LibSecret()
        var items: [Item] = []
        try unsafe using(library, key) { (schema, attributes, error) in
            let list = unsafe library.search(
                schema, attributes, LibSecret.searchesAll, nil, error)
            defer { unsafe library.freeList(list) }
            // A node of a GList is its data and the pointer to the next node.
            var node = unsafe list
            while let current = unsafe node {
                let item = unsafe current.load(as: UnsafeMutableRawPointer?.self)
                unsafe node = current.load(
                    fromByteOffset: MemoryLayout<UnsafeRawPointer>.size,
                    as: UnsafeMutableRawPointer?.self)
                defer { unsafe library.release(item) }
                guard let table = unsafe library.attributes(item) else { continue }
                defer { unsafe library.releaseTable(table) }
                let value = unsafe Self.attribute.withCString { unsafe library.lookUp(table, $0) }
                guard let value = unsafe value else { continue }
                items.append(
                    Item(
                        publicKey: unsafe String(
                            cString: value.assumingMemoryBound(to: CChar.self)),
                        isLocked: unsafe library.isItemLocked(item) != 0))
            }
        }
        return items
    }

    /// Whether the default collection is locked; nil if there is none.
    ///
    /// - Throws: KEYCHAIN_002 if there is no Secret Service.
    private func isDefaultCollectionLocked() throws(RedoError) -> Bool? {
        let library = try LibSecret()
        var isLocked: Bool?
        try unsafe catching(library) { error in
            guard let service = unsafe library.service(LibSecret.noServiceFlags, nil, error) else {
                return
            }
            defer { unsafe library.release(service) }
            let collection = unsafe library.collection(
                service, LibSecret.defaultCollection, LibSecret.noCollectionFlags, nil, error)
            guard let collection = unsafe collection else { return }
            isLocked = unsafe library.isCollectionLocked(collection) != 0
            unsafe library.release(collection)
        }
        return isLocked
    }

    // MARK: Calls

    /// Calls a function with the schema of keys and the attributes of one, or of all.
    private func using<Result>(
        _ library: LibSecret, _ key: PublicKey?,
        _ body: (
            LibSecret.Pointer?, LibSecret.Pointer?, LibSecret.ErrorSlot
        ) -> Result
    ) throws(RedoError) {
        let digits = key?.hexadecimal
        try unsafe catching(library) { error in
            unsafe Self.attribute.withCString { name in
                unsafe (digits ?? "").withCString { value in
                    let types = unsafe library.newTable(library.hashText, library.equalText)
                    let attributes = unsafe library.newTable(library.hashText, library.equalText)
                    defer {
                        unsafe library.releaseTable(types)
                        unsafe library.releaseTable(attributes)
                    }
                    // The tables only hold the texts until they are released, and change nothing.
                    let name = unsafe UnsafeMutableRawPointer(mutating: name)
                    _ = unsafe library.insert(
                        types, name, UnsafeMutableRawPointer(bitPattern: LibSecret.textAttribute))
                    if digits != nil {
                        _ = unsafe library.insert(
                            attributes, name, UnsafeMutableRawPointer(mutating: value))
                    }
                    // The schema is never freed: the library keeps no count that a caller could give back in all
                    // its versions, and a command makes a handful.
                    let schema = unsafe library.newSchema(
                        Self.schema, LibSecret.noSchemaFlags, types)
                    _ = unsafe body(schema, attributes, error)
                }
            }
        }
    }

    /// Calls functions that report an error.
    ///
    /// - Throws: KEYCHAIN_002 with what they reported.
    private func catching(
        _ library: LibSecret, _ body: (LibSecret.ErrorSlot) -> Void
    ) throws(RedoError) {
        var error: UnsafeMutableRawPointer?
        unsafe withUnsafeMutablePointer(to: &error) { unsafe body($0) }
        guard let error = unsafe error else { return }
        // A GError is a domain and a code of four bytes each, and the message.
        let message = unsafe error.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
        let text = unsafe message.map { unsafe String(cString: $0) } ?? "it gives no reason"
        unsafe library.freeError(error)
        throw failed(text)
    }

    private func failed(_ reason: String) -> RedoError {
        .helper(
            name, .failed, reason,
            remedies: [
                "'gnome-keyring-daemon --replace --unlock' starts one for the session, with the password from "
                    + "standard input; a desktop starts its own"
            ])
    }

    private func absent(_ key: PublicKey) -> RedoError {
        .helper(name, .absent, "it does not have the key \(key.hexadecimal.prefix(32))")
    }

    private var locked: RedoError {
        .helper(
            name, .locked, "the keyring is locked, and there is no desktop to ask for its password",
            remedies: [
                "'gnome-keyring-daemon --replace --unlock' unlocks it with the password from standard input"
            ])
    }
}
