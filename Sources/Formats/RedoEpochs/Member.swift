import RedoCrypto
import RedoModel

/// A reader of an encrypted remote: a principal with its keys.
package struct Member: Hashable, Sendable {
    package let principal: Principal
    /// The key that adds the member again after all devices are lost. It comes before the devices.
    package var recovery: Recovery?
    /// In the order in which they were added.
    package var devices: [Device]

    package init(_ principal: Principal, recovery: Recovery? = nil, devices: [Device]) {
        self.principal = principal
        self.recovery = recovery
        self.devices = devices
    }

    /// A recovery key, whose public key is hidden until it is used.
    package struct Recovery: Hashable, Sendable {
        /// The SHA-256 of the public key.
        package let commit: Digest
        package let box: BoxPublicKey

        package init(commit: Digest, box: BoxPublicKey) {
            self.commit = commit
            self.box = box
        }
    }

    /// A key, and the box key beside it.
    package struct Device: Hashable, Sendable {
        package let key: PublicKey
        package let box: BoxPublicKey

        package init(key: PublicKey, box: BoxPublicKey) {
            self.key = key
            self.box = box
        }
    }

    /// The keys in their order, the most senior first.
    var entries: [Entry] {
        (recovery.map { [.recovery($0)] } ?? []) + devices.map { .device($0) }
    }
}

/// A key in a list of members: epochs add and remove it, and seal boxes to it.
package enum Entry: Hashable, Sendable {
    case recovery(Member.Recovery)
    case device(Member.Device)

    package var box: BoxPublicKey {
        switch self {
        case .recovery(let recovery): recovery.box
        case .device(let device): device.box
        }
    }

    var isRecovery: Bool {
        if case .recovery = self { true } else { false }
    }

    /// The order of entries with the same number: the key or the commitment, then the box.
    var sortBytes: [UInt8] {
        switch self {
        case .recovery(let recovery): recovery.commit.bytes + recovery.box.bytes
        case .device(let device): device.key.bytes + device.box.bytes
        }
    }
}

/// The signer of an epoch, as lists of members identify it: a device by its key, a recovery key by its commitment.
struct SignerName: Hashable, Sendable {
    private let key: PublicKey?
    private let commit: Digest

    private init(key: PublicKey?, commit: Digest) {
        self.key = key
        self.commit = commit
    }

    init(_ key: PublicKey) {
        self.init(key: key, commit: SHA256.digest(key.bytes.span))
    }

    /// The signer with the private key of an entry.
    init(_ entry: Entry) {
        switch entry {
        case .device(let device): self.init(device.key)
        case .recovery(let recovery): self.init(key: nil, commit: recovery.commit)
        }
    }

    func isNamed(by entry: Entry) -> Bool {
        switch entry {
        case .device(let device): device.key == key
        case .recovery(let recovery): recovery.commit == commit
        }
    }
}
