/// What of a URL may be shown: scheme and path left out, the host with its port.
func hostName(of url: String) -> String {
    var rest = url[...]
    for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) {
        rest = rest.dropFirst(scheme.count)
    }
    return String(rest.prefix { $0 != "/" })
}

/// Whether a URL, or a host with a port, is of this machine: what is sent there does not leave it.
func isLoopback(_ url: String) -> Bool {
    let host = hostName(of: url)
    if host.hasPrefix("[::1]") { return true }
    let name = host.prefix { $0 != ":" }
    if name == "localhost" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
}
