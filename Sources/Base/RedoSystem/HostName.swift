/// The part of a URL that may be shown: the host with its port, without scheme and path.
///
/// It ends where libcurl's host ends. A backslash is part of it: in `http://127.0.0.1\@elsewhere` it belongs to a name.
package func hostName(of url: String) -> String {
    var rest = url[...]
    for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) {
        rest = rest.dropFirst(scheme.count)
    }
    return String(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
}

/// Whether a URL, or a host with a port, means this machine, so that what is sent there does not leave it.
///
/// Only a host, or a host and a number, is accepted: `127.0.0.1:x@elsewhere` is a name and a password for another
/// machine. Numbers must be in their shortest form: others, such as `08`, are names that a server resolves.
package func isLoopback(_ url: String) -> Bool {
    let host = hostName(of: url)
    let isBracketed = host.hasPrefix("[::1]")
    let name = isBracketed ? host.prefix(5) : host.prefix { $0 != ":" }
    let port = host.dropFirst(name.count)
    guard port.isEmpty || (port.first == ":" && isNumber(port.dropFirst(), upTo: 65535)) else {
        return false
    }
    if isBracketed || name == "localhost" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { isNumber($0, upTo: 255) }
}

/// Whether a text is a number from 0 to a limit in its shortest form.
private func isNumber(_ text: Substring, upTo limit: Int) -> Bool {
    guard let number = Int(text) else { return false }
    return (0...limit).contains(number) && String(number) == text
}

/// Whether a secret may be sent to a URL: over TLS, or to this machine. The URL must not contain a name or password,
/// which would appear in errors.
package func isPrivateURL(_ url: String) -> Bool {
    let isPlain = url.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }
    guard isPlain else { return false }
    let host = hostName(of: url)
    guard !host.isEmpty, !host.utf8.contains(UInt8(ascii: "@")) else { return false }
    return url.hasPrefix("https://") || url.hasPrefix("http://") && isLoopback(url)
}
