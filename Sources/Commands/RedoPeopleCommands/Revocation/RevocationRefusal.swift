import RedoCrypto
import RedoModel
import RedoRepository
import RedoSystem

extension RedoError {
    /// The error for a revocation by a device that is not above the one that it names: who added which device, and what
    /// revokes it instead.
    ///
    /// - Parameters:
    ///   - device: of the person, the one that was to be revoked.
    ///   - own: the key that would have signed.
    static func notAbove(
        _ device: People.Device, _ own: PublicKey, in person: People.Person
    ) -> RedoError {
        let name = DeviceNames.text(of: device)
        let adder = device.addedBy.flatMap { key in person.devices.first { $0.key == key } }
        let path = person.adders(of: own)
        let reason =
            if path.first == device.key {
                "this device was added by \(name), and cannot revoke it"
            } else if path.contains(device.key) {
                "this device was added by way of \(name), and cannot revoke it"
            } else if let adder {
                "\(name) was added by \(DeviceNames.text(of: adder)), not by this device"
            } else if person.statements.first?.author.publicKey == device.key {
                "\(name) made the person: no device is above it"
            } else {
                "\(name) was let in by the recovery key: no device is above it"
            }
        let digits = device.digits
        var hints = ["use your 24 words: 'redo recover --revoke \(digits)' revokes it from here"]
        if let adder, adder.revoked == nil, adder.key != own {
            hints.append(
                "or on \(DeviceNames.text(of: adder)): 'redo device revoke \(digits)'")
        }
        return RedoError(
            .permissionDenied, "nothing is written: \(reason)", status: .no, hints: hints)
    }
}

extension People.Person {
    /// The keys that a key was let in by, one step after the other.
    fileprivate func adders(of key: PublicKey) -> [PublicKey] {
        var path: [PublicKey] = []
        var next = key
        while let adder = devices.first(where: { $0.key == next })?.addedBy,
            !path.contains(adder)
        {
            path.append(adder)
            next = adder
        }
        return path
    }
}
