import RedoModel
import RedoSystem

/// The address of a git repository, parsed: a path or a URL.
package struct GitURL: Sendable {
    /// The location of the repository, with the protocol that reaches it.
    package enum Location: Sendable, Equatable {
        /// On this machine.
        case path(String)
        case ssh(user: String?, host: String, port: String?, path: String)
        /// With `http`, `https` or `git`; the host with its port, in the form for credential helpers.
        case server(scheme: String, host: String, user: String?, path: String)
    }

    /// The original text. It has no password, and can be printed.
    package let text: String
    package let location: Location

    /// The maximum size of an address in bytes.
    private static let maximumByteCount = 4096

    /// Parses an address.
    ///
    /// - Throws: STORAGE_001 if its form is unknown, or it has a password.
    package init(_ text: String) throws(RedoError) {
        guard !text.isEmpty, text.utf8.count <= Self.maximumByteCount,
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
            throw RedoError(
                .notFound,
                "the address of a git repository has 1 to \(Self.maximumByteCount) bytes, none of "
                    + "them a control character")
        }
        self.text = text
        try Self.checkHelper(text)
        if let separator = text.firstRange(ofASCII: "://") {
            location = try Self.location(
                scheme: String(text[..<separator.lowerBound]),
                rest: text[separator.upperBound...])
        } else if let copy = Self.secureCopy(text) {
            // 'USER:PASSWORD@HOST:PATH', in which ssh would use USER as the host. In 'USER@HOST:PATH' everything after
            // the colon is the path.
            if copy.bracketed == nil, !copy.authority.hasPrefix("["), !copy.authority.contains("@")
            {
                try Self.checkUser(text.prefix { $0 != "/" })
            }
            let (authority, port) =
                try copy.bracketed.map(Self.hostAndPort) ?? (copy.authority, nil)
            location = try Self.ssh(authority: authority, port: port, path: String(copy.path))
        } else {
            location = .path(text)
        }
    }

    /// Splits `HOST:PATH` as git does: a host in brackets may have colons, as the address `[::1]` does, and brackets around
    /// all of `[USER@HOST:PORT]:PATH` keep a port.
    ///
    /// - Returns: the parts before and after the colon, and the part inside such brackets; nil for a path.
    private static func secureCopy(
        _ text: String
    ) -> (authority: Substring, bracketed: Substring?, path: Substring)? {
        guard let first = text.firstIndex(of: ":"), !text[..<first].contains("/") else {
            return nil
        }
        var colon = first
        var bracketed: Substring?
        let open = text[..<first].firstIndex(of: "[")
        if let open, open == text.startIndex || text[text.index(before: open)] == "@",
            let close = text[open...].firstIndex(of: "]")
        {
            guard let next = text[close...].firstIndex(of: ":") else { return nil }
            colon = next
            let inside = text[text.index(after: open)..<close]
            // An IPv6 address has several colons, and none of them begins a port.
            if open == text.startIndex, next == text.index(after: close),
                inside.count(where: { $0 == ":" }) == 1 || inside.contains("@")
            {
                bracketed = inside
            }
        }
        return (text[..<colon], bracketed, text[text.index(after: colon)...])
    }

    /// - Throws: STORAGE_001 for `TRANSPORT::ADDRESS`, for which git runs a program of that name: `ext` runs any.
    private static func checkHelper(_ text: String) throws(RedoError) {
        let name = text.utf8.prefix { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                || "+-._".utf8.contains(byte)
        }
        guard !name.isEmpty, text.utf8.dropFirst(name.count).starts(with: "::".utf8) else { return }
        throw malformed(
            "'\(String(decoding: name, as: UTF8.self))::' runs a program, which no address of a remote may do",
            hints: ["a path, file://, ssh://, user@host:path, https://, http:// or git://"])
    }

    private static func location(
        scheme: String, rest: Substring
    ) throws(RedoError) -> Location {
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = rest[..<slash]
        let path = String(rest[slash...])
        switch scheme.lowercased() {
        case "file":
            guard authority.isEmpty, let path = decoded(path), !path.isEmpty else {
                throw malformed("an address of a file is file:// and an absolute path")
            }
            return .path(path)
        case "ssh", "git+ssh", "ssh+git":
            let (host, port) = try hostAndPort(of: authority)
            // '~' denotes a home directory only at the beginning of a path.
            let isHome = path.hasPrefix("/~")
            guard let path = decoded(isHome ? String(path.dropFirst()) : path), !path.isEmpty else {
                throw malformed("an address of ssh is ssh://USER@HOST/PATH")
            }
            return try ssh(authority: host, port: port, path: path)
        case "http", "https", "git":
            let (host, port) = try hostAndPort(of: authority)
            try checkUser(host)
            let at = host.lastIndex(of: "@")
            let name = at.map { host[host.index(after: $0)...] } ?? host
            guard !name.isEmpty, let path = decoded(path) else {
                throw malformed("an address of a server is \(scheme)://HOST/PATH")
            }
            return .server(
                scheme: scheme.lowercased(),
                host: port.map { "\(name):\($0)" } ?? String(name),
                user: at.flatMap { decoded(String(host[..<$0])) },
                path: path.hasPrefix("/") ? String(path.dropFirst()) : path)
        default:
            throw malformed(
                "'\(scheme.printable)' is not a way to a git repository",
                hints: ["a path, file://, ssh://, user@host:path, https://, http:// or git://"])
        }
    }

    private static func ssh(
        authority: Substring, port: String?, path: String
    ) throws(RedoError) -> Location {
        try checkUser(authority)
        let at = authority.lastIndex(of: "@")
        let user = at.map { String(authority[..<$0]) }
        var host = at.map { authority[authority.index(after: $0)...] } ?? authority
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        // ssh would parse it as an option, and a shell on the other side reads the path.
        guard !host.isEmpty, !host.hasPrefix("-"), user?.isEmpty != true,
            user?.hasPrefix("-") != true, !path.isEmpty, !path.hasPrefix("-")
        else { throw malformed("an address of ssh is ssh://USER@HOST/PATH or USER@HOST:PATH") }
        return .ssh(user: user, host: String(host), port: port, path: path)
    }

    /// - Throws: STORAGE_001 if there is a password before the host.
    private static func checkUser(_ authority: Substring) throws(RedoError) {
        guard let at = authority.lastIndex(of: "@") else { return }
        guard !authority[..<at].contains(":") else {
            throw RedoError(
                .notFound, "the URL has a password in it, which whoever sees it would see",
                hints: [
                    "leave it out: a credential helper of git, or an ssh key, can keep it",
                    "'git credential approve' hands it to the helper that git's credential.helper "
                        + "names",
                ])
        }
    }

    /// Splits off a port; the rest includes the user.
    private static func hostAndPort(
        of authority: Substring
    ) throws(RedoError) -> (Substring, port: String?) {
        try checkUser(authority)
        let start = authority.lastIndex(of: "@").map { authority.index(after: $0) }
        let host = authority[(start ?? authority.startIndex)...]
        let bracket = host.lastIndex(of: "]")
        guard let colon = host.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true else {
            return (authority, nil)
        }
        let port = host[host.index(after: colon)...]
        if port.isEmpty { return (authority[..<colon], nil) }
        guard let number = UInt16(port), number > 0, port.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
        else { throw malformed("'\(port.description.printable)' is not a port") }
        return (authority[..<colon], String(number))
    }

    private static func malformed(_ reason: String, hints: [String] = []) -> RedoError {
        RedoError(.notFound, "the git repository cannot be reached: \(reason)", hints: hints)
    }

    /// A path with its percent escapes decoded, which can denote any byte; nil if one is invalid, or denotes a control
    /// character.
    private static func decoded(_ path: String) -> String? {
        var bytes: [UInt8] = []
        var rest = SystemText.bytes(of: path)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value >= 0x20,
                value != 0x7F
            else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return SystemText.text(bytes)
    }
}

extension String {
    /// The range of the first occurrence of an ASCII text.
    fileprivate func firstRange(ofASCII text: StaticString) -> Range<Index>? {
        let word = Array(text.description.utf8)
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start...].starts(with: word) {
                return start..<utf8.index(start, offsetBy: word.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}
