internal import CSecret
import RedoCrypto
import RedoSystem

/// Keys in the Secret Service of a desktop, such as GNOME Keyring or KeePassXC, through libsecret.
///
/// Each key is an item of the default collection with its public key as an attribute and its seed as the secret, in
/// hexadecimal digits. libsecret is loaded when a key is requested.
package struct SecretService: KeyHelper {
    package static let name = "secret-service"

    package var name: String { Self.name }
    /// Whether the user can be prompted to unlock: there is a desktop.
    private let hasDesktop: Bool

    private static let schema = "io.github.redo.Key"
    private static let attribute = "publicKey"
    /// `SECRET_COLLECTION_DEFAULT`.
    private static let defaultCollection = "default"

    /// - Parameter hasDesktop: whether there is a display on which the service can prompt for a password.
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

    /// Whether the default collection exists and is unlocked, so that storing prompts for nothing.
    package func isUnlocked() -> Bool { (try? isDefaultCollectionLocked()) == false }

    package func store(_ key: borrowing SigningKey) throws(RedoError) {
        switch try isDefaultCollectionLocked() {
        case nil:
            throw .helper(
                name, .failed, "there is no default collection",
                remedies: [
                    "create a login keyring in your desktop's settings, and repeat the command"
                ])
        case true?:
            if !hasDesktop { throw locked }
        case false?: break
        }
        let publicKey = key.publicKey
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * SigningKey.seedByteCount + 1)
        var seed: [UInt8] = []
        key.appendSeed(to: &seed)
        appendHexadecimal(seed.span, to: &digits)
        digits.append(0)
        wipe(&seed)
        defer { wipe(&digits) }
        try unsafe using(publicKey) { (schema, attributes, error) in
            // All pointers are valid for the call, and the texts end with a NUL.
            unsafe digits.withUnsafeBytes { digits in
                unsafe secret_password_storev_sync(
                    schema, attributes, Self.defaultCollection,
                    "redo key \(publicKey.hexadecimal.prefix(32))",
                    digits.baseAddress?.assumingMemoryBound(to: CChar.self), nil, error)
            }
        }
    }

    package func delete(_ key: PublicKey) throws(RedoError) {
        try unsafe using(key) { (schema, attributes, error) in
            unsafe secret_password_clearv_sync(schema, attributes, nil, error)
        }
    }

    // MARK: Items

    private struct Item {
        let publicKey: String
        let isLocked: Bool
    }

    private func opened(_ key: PublicKey) throws(RedoError) -> SigningKey {
        guard let item = try items(with: key).first else { throw absent(key) }
        // With a desktop the service itself prompts for the password.
        if item.isLocked, !hasDesktop { throw locked }
        var seed: SecretMemory?
        try unsafe using(key) { (schema, attributes, error) in
            let text = unsafe secret_password_lookupv_nonpageable_sync(
                schema, attributes, nil, error)
            guard let text = unsafe text else { return }
            seed = unsafe Self.seed(from: text)
            // This wipes it.
            unsafe secret_password_free(text)
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
        var items: [Item] = []
        try unsafe using(key) { (schema, attributes, error) in
            let list = unsafe secret_password_searchv_sync(
                schema, attributes, Int32(SECRET_SEARCH_ALL), nil, error)
            defer { unsafe g_list_free(list) }
            var node = unsafe list
            while let current = unsafe node {
                let item = unsafe current.pointee.data
                unsafe node = current.pointee.next
                defer { unsafe g_object_unref(item) }
                guard let table = unsafe secret_retrievable_get_attributes(item) else { continue }
                defer { unsafe g_hash_table_unref(table) }
                let value = unsafe g_hash_table_lookup(table, Self.attribute)
                guard let value = unsafe value else { continue }
                items.append(
                    Item(
                        publicKey: unsafe String(
                            cString: value.assumingMemoryBound(to: CChar.self)),
                        isLocked: unsafe secret_item_get_locked(item) != 0))
            }
        }
        return items
    }

    /// Whether the default collection is locked; nil if there is none.
    ///
    /// - Throws: KEYCHAIN_002 if there is no Secret Service.
    private func isDefaultCollectionLocked() throws(RedoError) -> Bool? {
        var isLocked: Bool?
        try unsafe catching { error in
            let service = unsafe secret_service_get_sync(Int32(SECRET_SERVICE_NONE), nil, error)
            guard let service = unsafe service else { return }
            defer { unsafe g_object_unref(service) }
            let collection = unsafe secret_collection_for_alias_sync(
                service, Self.defaultCollection, Int32(SECRET_COLLECTION_NONE), nil, error)
            guard let collection = unsafe collection else { return }
            isLocked = unsafe secret_collection_get_locked(collection) != 0
            unsafe g_object_unref(collection)
        }
        return isLocked
    }

    // MARK: Calls

    /// The destination of an error.
    private typealias ErrorSlot = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    /// Loads libsecret, which loads GLib.
    private static let loading = Result { () throws(RedoError) in
        try unsafe SharedLibrary.load(.secret, redo_secret_addresses(), redo_secret_names())
    }

    /// Calls a function with the schema of keys and the attributes of one, or of all.
    private func using<Result>(
        _ key: PublicKey?,
        _ body: (_ schema: OpaquePointer?, _ attributes: OpaquePointer?, ErrorSlot) -> Result
    ) throws(RedoError) {
        let digits = key?.hexadecimal
        try unsafe catching { error in
            unsafe Self.attribute.withCString { name in
                unsafe (digits ?? "").withCString { value in
                    let types = unsafe g_hash_table_new(g_str_hash, g_str_equal)
                    let attributes = unsafe g_hash_table_new(g_str_hash, g_str_equal)
                    defer {
                        unsafe g_hash_table_unref(types)
                        unsafe g_hash_table_unref(attributes)
                    }
                    // The tables only hold the texts until they are released, and change nothing.
                    let name = unsafe UnsafeMutableRawPointer(mutating: name)
                    _ = unsafe g_hash_table_insert(
                        types, name,
                        UnsafeMutableRawPointer(bitPattern: Int(SECRET_SCHEMA_ATTRIBUTE_STRING)))
                    if digits != nil {
                        _ = unsafe g_hash_table_insert(
                            attributes, name, UnsafeMutableRawPointer(mutating: value))
                    }
                    // The schema is never freed: not all versions of the library have a count of references that a
                    // caller could decrease, and a command creates only a few schemas.
                    let schema = unsafe secret_schema_newv(
                        Self.schema, Int32(SECRET_SCHEMA_NONE), types)
                    _ = unsafe body(schema, attributes, error)
                }
            }
        }
    }

    /// Calls functions that report errors.
    ///
    /// - Throws: KEYCHAIN_002 with what they reported.
    private func catching(_ body: (ErrorSlot) -> Void) throws(RedoError) {
        try Self.loading.get()
        var error: UnsafeMutablePointer<GError>?
        unsafe withUnsafeMutablePointer(to: &error) { unsafe body($0) }
        guard let error = unsafe error else { return }
        let message = unsafe error.pointee.message
        let text = unsafe message.map { unsafe String(cString: $0) } ?? "it gives no reason"
        unsafe g_error_free(error)
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

    private var locked: RedoError {
        .helper(
            name, .locked, "the keyring is locked, and there is no desktop to ask for its password",
            remedies: [
                "'gnome-keyring-daemon --replace --unlock' unlocks it with the password from standard input"
            ])
    }
}
