import RedoCrypto

/// Which first epoch a reader trusts.
package struct GenesisPin: Hashable, Sendable {
    package let id: EpochID
    /// The digest of its body; nil as long as only the id is known.
    ///
    /// The id does not cover the body, and every member ever has the key, so whoever has read a genesis keeps the digest.
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
