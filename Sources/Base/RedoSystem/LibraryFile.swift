import Glibc

/// The file of a C library that is loaded when it is first needed, and what is known of it without loading it.
package struct LibraryFile: Sendable {
    /// What says which version was loaded.
    package enum VersionFunction: Sendable {
        /// A function without parameters that returns a text.
        case text(String)
        /// A function that returns a text for a number: this one.
        case numberedText(String, Int32)
        /// A function that returns 10000 times the first number of the version, 100 times the second, and the third.
        case decimal(String)
        /// A function that fills in three numbers.
        case three(String)
        /// The library does not say it.
        case none
    }

    /// What people call the library.
    package let library: String
    /// The name that it is loaded by.
    package let name: String
    /// The Debian package with the library.
    package let package: String
    /// Whether commands that keep tasks work without it.
    package let isOptional: Bool
    private let version: VersionFunction

    package init(
        _ library: String, name: String, package: String, isOptional: Bool = true,
        version: VersionFunction
    ) {
        self.library = library
        self.name = name
        self.package = package
        self.isOptional = isOptional
        self.version = version
    }

    package static let sodium = LibraryFile(
        "libsodium", name: "libsodium.so.23", package: "libsodium23", isOptional: false,
        version: .text("sodium_version_string"))
    package static let crypto = LibraryFile(
        "OpenSSL", name: "libcrypto.so.3", package: "libssl3", isOptional: false,
        version: .numberedText("OpenSSL_version", 0))
    package static let zstd = LibraryFile(
        "Zstandard", name: "libzstd.so.1", package: "libzstd1", isOptional: false,
        version: .text("ZSTD_versionString"))
    package static let xxHash = LibraryFile(
        "xxHash", name: "libxxhash.so.0", package: "libxxhash0", isOptional: false,
        version: .decimal("XXH_versionNumber"))
    package static let curl = LibraryFile(
        "libcurl", name: "libcurl.so.4", package: "libcurl4", version: .text("curl_version"))
    package static let zlib = LibraryFile(
        "zlib", name: "libz.so.1", package: "zlib1g", version: .text("zlibVersion"))
    package static let secret = LibraryFile(
        "libsecret", name: "libsecret-1.so.0", package: "libsecret-1-0", version: .none)
    package static let glib = LibraryFile(
        "GLib", name: "libglib-2.0.so.0", package: "libglib2.0-0", version: .none)
    package static let glibObjects = LibraryFile(
        "GObject", name: "libgobject-2.0.so.0", package: "libglib2.0-0", version: .none)
    package static let qrEncode = LibraryFile(
        "libqrencode", name: "libqrencode.so.4", package: "libqrencode4",
        version: .text("QRcode_APIVersionString"))
    package static let ncurses = LibraryFile(
        "ncurses", name: "libncursesw.so.6", package: "libncursesw6",
        version: .text("curses_version"))

    /// The libraries whose names do not depend on the headers that the suite was built with.
    package static let all = [
        sodium, crypto, zstd, xxHash, curl, zlib, secret, glib, glibObjects, qrEncode, ncurses,
    ]

    /// Loads the library and asks for its version. Wraps `dlopen(3)` and `dlsym(3)`.
    ///
    /// - Returns: nil if it is not installed; an empty text if it does not say its version.
    package func installedVersion() -> String? {
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
        // The types are those of the libraries' headers; no library is unloaded.
        switch version {
        case .text(let symbol):
            typealias Function = @convention(c) () -> UnsafePointer<CChar>?
            guard let address = unsafe dlsym(handle, symbol) else { return "" }
            return unsafe Self.text(unsafeBitCast(address, to: Function.self)())
        case .numberedText(let symbol, let number):
            typealias Function = @convention(c) (Int32) -> UnsafePointer<CChar>?
            guard let address = unsafe dlsym(handle, symbol) else { return "" }
            return unsafe Self.text(unsafeBitCast(address, to: Function.self)(number))
        case .decimal(let symbol):
            typealias Function = @convention(c) () -> UInt32
            guard let address = unsafe dlsym(handle, symbol) else { return "" }
            let number = unsafe unsafeBitCast(address, to: Function.self)()
            return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
        case .three(let symbol):
            typealias Numbers = UnsafeMutablePointer<Int32>
            typealias Function = @convention(c) (Numbers, Numbers, Numbers) -> Int32
            guard let address = unsafe dlsym(handle, symbol) else { return "" }
            var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
            _ = unsafe unsafeBitCast(address, to: Function.self)(&major, &minor, &revision)
            return "\(major).\(minor).\(revision)"
        case .none: return ""
        }
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String {
        unsafe text.map { unsafe String(cString: $0) } ?? ""
    }
}
