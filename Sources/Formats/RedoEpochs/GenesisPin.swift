import RedoCrypto

/// The first epoch that a reader trusts.
package struct GenesisPin: Hashable, Sendable {
    package let id: EpochID
    /// The digest of its body; nil while only the id is known.
    ///
    /// The id does not cover the body, and all present and former members have the key, so a reader keeps the digest of
    /// the body that it has read.
    package let body: Digest?

    package init(id: EpochID, body: Digest? = nil) {
        self.id = id
        self.body = body
    }

    func fits(_ epoch: OpenedEpoch) -> Bool {
        epoch.id == id && epoch.body.parents.isEmpty
            && (body ?? epoch.body.digest) == epoch.body.digest
    }
}
