import RedoCrypto
import RedoModel
import RedoSystem

/// The names of the devices of a person: their own, or the beginnings of their keys.
package struct DeviceNames {
    private let devices: [People.Device]

    private static let smallestPrefix = 4

    package init(_ person: People.Person) { devices = person.devices }

    /// The device that a name means.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func device(named name: String) throws(RedoError) -> People.Device {
        try match(name).one(named: name) { name in
            RedoError(
                .unknownName, "there is no device '\(name)'",
                hints: [
                    "a device is named by its name or the beginning of its key; 'redo device list' "
                        + "shows them"
                ])
        }
    }

    private func match(_ name: String) -> NameMatch<People.Device> {
        let digits = name.lowercased()
        let byKey =
            digits.utf8.count < Self.smallestPrefix
            ? [] : devices.filter { $0.key.hexadecimal.hasPrefix(digits) }
        let found = byKey.isEmpty ? devices.filter { $0.name?.description == name } : byKey
        if found.count > 1 { return .several(name, found.map(Self.text)) }
        return found.first.map { .one($0) } ?? .none
    }

    /// A device as text: the beginning of its key, and its name.
    package static func text(of device: People.Device) -> String {
        let name = device.name.map { " \($0.printable)" } ?? ""
        return device.digits + name
    }
}
