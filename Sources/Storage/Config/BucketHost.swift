import RedoSystem

/// A host of S3 buckets, as the user's configuration names it: `s3.<host>.trusted`.
///
/// Credentials are sent only to hosts that the user has named: a store can come from someone else, and name a host of
/// theirs.
package struct BucketHost: Hashable, Sendable {
    /// In lower case, without the default port of the scheme.
    package let name: String

    /// The host of the URL of a bucket.
    package init(of url: String) {
        let host = hostName(of: url).lowercased()
        let usual = url.hasPrefix("https://") ? ":443" : ":80"
        name = host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host
    }

    /// The key of the configuration.
    package var setting: String { "s3.\(name).trusted" }
}

extension LayeredConfiguration {
    /// Whether the user allows credentials to be sent to a host; nil if the user's configuration does not name it. A
    /// store's configuration does not count.
    ///
    /// - Throws: wrong usage for a value that is not a boolean.
    package func trusts(_ host: BucketHost) throws(RedoError) -> Bool? {
        guard let name = Configuration.Name(host.setting) else { return false }
        return try LayeredConfiguration(layers.filter { !$0.origin.isStore }).boolean(name)
    }
}
