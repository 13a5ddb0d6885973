import Glibc

/// The file of a C library that is loaded when it is first needed, and facts about the library that need no loading.
package struct LibraryFile: Sendable {
    /// The function that returns the version of the loaded library.
    package enum VersionFunction: Sendable {
        /// A function without parameters that returns a text.
        case text(String)
        /// The name of a function that returns a text for a number, and the number.
        case numberedText(String, Int32)
        /// The name of a function that returns a number: 10000 times the first number of the version, 100 times the
        /// second, plus the third.
        case decimal(String)
        /// A function that fills in three numbers.
        case three(String)
        /// The library has no such function.
        case none
    }

    /// The common name of the library.
    package let library: String
    /// The possible names of the file, the most recent one first: those of versions whose structures the program
    /// supports.
    package let names: [String]
    /// The Debian packages that contain it, the most recent one first: each release has one of them.
    package let packages: [String]
    /// Whether commands for tasks work without it.
    package let isOptional: Bool
    private let version: VersionFunction

    package init(
        _ library: String, names: [String], packages: [String], isOptional: Bool = true,
        version: VersionFunction
    ) {
        self.library = library
        self.names = names
        self.packages = packages
        self.isOptional = isOptional
        self.version = version
    }

    package static let sodium = LibraryFile(
        "libsodium", names: ["libsodium.so.23"], packages: ["libsodium23"], isOptional: false,
        version: .text("sodium_version_string"))
    package static let crypto = LibraryFile(
        "OpenSSL", names: ["libcrypto.so.3"], packages: ["libssl3t64", "libssl3"],
        isOptional: false,
        version: .numberedText("OpenSSL_version", 0))
    package static let zstd = LibraryFile(
        "Zstandard", names: ["libzstd.so.1"], packages: ["libzstd1"], isOptional: false,
        version: .text("ZSTD_versionString"))
    package static let xxHash = LibraryFile(
        "xxHash", names: ["libxxhash.so.0"], packages: ["libxxhash0"], isOptional: false,
        version: .decimal("XXH_versionNumber"))
    package static let curl = LibraryFile(
        "libcurl", names: ["libcurl.so.4"], packages: ["libcurl4t64", "libcurl4"],
        version: .text("curl_version"))
    package static let zlib = LibraryFile(
        "zlib", names: ["libz.so.1"], packages: ["zlib1g"], version: .text("zlibVersion"))
    package static let secret = LibraryFile(
        "libsecret", names: ["libsecret-1.so.0"], packages: ["libsecret-1-0"], version: .none)
    package static let glib = LibraryFile(
        "GLib", names: ["libglib-2.0.so.0"], packages: ["libglib2.0-0t64", "libglib2.0-0"],
        version: .none)
    package static let glibObjects = LibraryFile(
        "GObject", names: ["libgobject-2.0.so.0"], packages: ["libglib2.0-0t64", "libglib2.0-0"],
        version: .none)
    package static let qrEncode = LibraryFile(
        "libqrencode", names: ["libqrencode.so.4"], packages: ["libqrencode4"],
        version: .text("QRcode_APIVersionString"))
    package static let ncurses = LibraryFile(
        "ncurses", names: ["libncursesw.so.6"], packages: ["libncursesw6"],
        version: .text("curses_version"))

    /// The libraries whose names do not depend on the headers that the suite was built with.
    package static let all = [
        sodium, crypto, zstd, xxHash, curl, zlib, secret, glib, glibObjects, qrEncode, ncurses,
    ]

    /// The hint for a missing library.
    package var installationHint: String {
        packages.count == 1
            ? "install the package \(packages[0])"
            : "install the package \(packages.joined(separator: " or ")), the one that this system has"
    }

    /// Loads the library by the first of its names that exists. Wraps `dlopen(3)`.
    ///
    /// - Returns: nil if all of them are missing.
    func load() -> (handle: UnsafeMutableRawPointer, name: String)? {
        for name in names {
            if let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) {
                return unsafe (handle, name)
            }
        }
        return nil
    }

    /// The installed library; nil if it is missing.
    ///
    /// - Returns: the name by which it was loaded, and its version, empty if it does not report one.
    package func installed() -> (name: String, version: String)? {
        guard let (handle, name) = unsafe load() else { return nil }
        return (name, unsafe version(of: handle))
    }

    /// Requests the version from the library. Wraps `dlsym(3)`.
    private func version(of handle: UnsafeMutableRawPointer) -> String {
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
