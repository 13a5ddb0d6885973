import RedoSystem

/// The functions of libsecret, and of GLib beneath it, that this module uses.
///
/// Objects are pointers to types that are not looked into, so that no header is needed. The tests with a real keyring
/// call each of these.
@safe struct LibSecret {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Text = UnsafePointer<CChar>
    /// Where an error is put: `GError **`.
    typealias ErrorSlot = UnsafeMutablePointer<Pointer?>

    typealias NewTable = @convention(c) (Pointer?, Pointer?) -> Pointer?
    typealias Insert = @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32
    typealias LookUp = @convention(c) (Pointer?, UnsafeRawPointer?) -> Pointer?
    typealias Release = @convention(c) (Pointer?) -> Void
    typealias NewSchema = @convention(c) (Text?, UInt32, Pointer?) -> Pointer?
    typealias Store =
        @convention(c) (
            Pointer?, Pointer?, Text?, Text?, Text?, Pointer?, ErrorSlot?
        ) -> Int32
    typealias Password =
        @convention(c) (Pointer?, Pointer?, Pointer?, ErrorSlot?) -> UnsafeMutablePointer<CChar>?
    typealias FreePassword = @convention(c) (UnsafeMutablePointer<CChar>?) -> Void
    typealias Clear = @convention(c) (Pointer?, Pointer?, Pointer?, ErrorSlot?) -> Int32
    typealias Search =
        @convention(c) (Pointer?, Pointer?, UInt32, Pointer?, ErrorSlot?) -> Pointer?
    typealias Attributes = @convention(c) (Pointer?) -> Pointer?
    typealias IsLocked = @convention(c) (Pointer?) -> Int32
    typealias GetService = @convention(c) (UInt32, Pointer?, ErrorSlot?) -> Pointer?
    typealias GetCollection =
        @convention(c) (Pointer?, Text?, UInt32, Pointer?, ErrorSlot?) -> Pointer?

    /// `g_hash_table_new`.
    let newTable: NewTable
    /// `g_hash_table_insert`.
    let insert: Insert
    /// `g_hash_table_lookup`.
    let lookUp: LookUp
    /// `g_hash_table_unref`.
    let releaseTable: Release
    /// `g_list_free`.
    let freeList: Release
    /// `g_error_free`.
    let freeError: Release
    /// `g_object_unref`.
    let release: Release
    /// `g_str_hash` and `g_str_equal`, which are handed to `g_hash_table_new`.
    let hashText: Pointer
    let equalText: Pointer
    /// `secret_schema_newv`.
    let newSchema: NewSchema
    /// `secret_password_storev_sync`.
    let store: Store
    /// `secret_password_lookupv_nonpageable_sync`.
    let password: Password
    /// `secret_password_free`, which wipes.
    let freePassword: FreePassword
    /// `secret_password_clearv_sync`.
    let clear: Clear
    /// `secret_password_searchv_sync`.
    let search: Search
    /// `secret_retrievable_get_attributes`.
    let attributes: Attributes
    /// `secret_item_get_locked`.
    let isItemLocked: IsLocked
    /// `secret_collection_get_locked`.
    let isCollectionLocked: IsLocked
    /// `secret_service_get_sync`.
    let service: GetService
    /// `secret_collection_for_alias_sync`.
    let collection: GetCollection

    /// Loads the libraries.
    ///
    /// - Throws: STORAGE_001, which names the package, if libsecret cannot be loaded.
    init() throws(RedoError) {
        let secret = try SharedLibrary(loading: .secret)
        // libsecret has loaded these two already.
        let glib = try SharedLibrary(loading: .glib)
        let object = try SharedLibrary(loading: .glibObjects)
        unsafe newTable = glib.function("g_hash_table_new")
        unsafe insert = glib.function("g_hash_table_insert")
        unsafe lookUp = glib.function("g_hash_table_lookup")
        unsafe releaseTable = glib.function("g_hash_table_unref")
        unsafe freeList = glib.function("g_list_free")
        unsafe freeError = glib.function("g_error_free")
        unsafe release = object.function("g_object_unref")
        unsafe hashText = glib.function("g_str_hash")
        unsafe equalText = glib.function("g_str_equal")
        unsafe newSchema = secret.function("secret_schema_newv")
        unsafe store = secret.function("secret_password_storev_sync")
        unsafe password = secret.function("secret_password_lookupv_nonpageable_sync")
        unsafe freePassword = secret.function("secret_password_free")
        unsafe clear = secret.function("secret_password_clearv_sync")
        unsafe search = secret.function("secret_password_searchv_sync")
        unsafe attributes = secret.function("secret_retrievable_get_attributes")
        unsafe isItemLocked = secret.function("secret_item_get_locked")
        unsafe isCollectionLocked = secret.function("secret_collection_get_locked")
        unsafe service = secret.function("secret_service_get_sync")
        unsafe collection = secret.function("secret_collection_for_alias_sync")
    }

    // MARK: Constants of the headers

    /// `SECRET_SCHEMA_NONE`.
    static let noSchemaFlags: UInt32 = 0
    /// `SECRET_SCHEMA_ATTRIBUTE_STRING`, which is the value of an attribute's name in a table of them.
    static let textAttribute = 0
    /// `SECRET_SEARCH_ALL`.
    static let searchesAll: UInt32 = 2
    /// `SECRET_SERVICE_NONE`.
    static let noServiceFlags: UInt32 = 0
    /// `SECRET_COLLECTION_NONE`.
    static let noCollectionFlags: UInt32 = 0
    /// `SECRET_COLLECTION_DEFAULT`.
    static let defaultCollection = "default"
}
