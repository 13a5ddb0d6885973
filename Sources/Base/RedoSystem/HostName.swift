/// What of a URL may be shown: scheme and path left out, the host with its port.
package func hostName(of url: String) -> String {
    var rest = url[...]
    for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) {
        rest = rest.dropFirst(scheme.count)
    }
    return String(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" })
}

/// Whether a URL, or a host with a port, is of this machine: what is sent there does not leave it.
///
/// Only a host and a number after it are one: `127.0.0.1:x@elsewhere` is a name and a password for another
/// machine.
package func isLoopback(_ url: String) -> Bool {
    let host = hostName(of: url)
    let isBracketed = host.hasPrefix("[::1]")
    let name = isBracketed ? host.prefix(5) : host.prefix { $0 != ":" }
    let port = host.dropFirst(name.count)
    guard port.isEmpty || (port.first == ":" && UInt16(port.dropFirst()) != nil) else {
        return false
    }
    if isBracketed || name == "localhost" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
}

/// Whether a secret may be sent to a URL: over TLS, or to this machine; with no name and no password in it, which
/// would stand in errors.
package func isPrivateURL(_ url: String) -> Bool {
    guard !url.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) else { return false }
    let host = hostName(of: url)
    guard !host.isEmpty, !host.utf8.contains(UInt8(ascii: "@")) else { return false }
    return url.hasPrefix("https://") || url.hasPrefix("http://") && isLoopback(url)
}
