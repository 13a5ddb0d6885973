import RedoCommandLine
import RedoJSON
import RedoModel

/// The devices that wrote some nodes, in the order in which they come: each has a number, by which it has a colour.
/// Devices of one key are several.
package struct ShownDevices {
    private struct Device: Hashable {
        let user: UserID
        let id: JSONString
    }

    private var numbers: [Device: Int] = [:]
    private var devices: [(user: UserID, name: String, author: String?)] = []

    package init() {}

    /// - Parameter authors: of nodes, in their order; nil for a node whose author cannot be read.
    package init(_ authors: some Sequence<Author?>, _ people: People) {
        for author in authors { _ = note(author, people) }
    }

    /// The number of a device, which gets the next one if it is new; nil without an author.
    package mutating func note(_ author: Author?, _ people: People) -> Int? {
        guard let author else { return nil }
        let device = Device(user: author.userID, id: author.deviceID)
        if let number = numbers[device] { return number }
        numbers[device] = devices.count
        devices.append((author.userID, Self.name(author), people.name(of: author)))
        return devices.count - 1
    }

    /// The number of a device that was noted.
    package func number(of author: Author?) -> Int? {
        author.flatMap { numbers[Device(user: $0.userID, id: $0.deviceID)] }
    }

    /// What people call the device of an author: its name, else its id.
    package static func name(_ author: Author) -> String {
        (author.deviceName ?? author.deviceID).printable
    }

    /// The names of the devices. If several authors have written, each also has the name of its author.
    package var names: [String] {
        let isOfOne = Set(devices.map(\.user)).count < 2
        return devices.map { device in
            if isOfOne { return device.name }
            let digits = device.user.description.prefix(DistinctDigits.smallestCount)
            return "\(device.name) (\(device.author ?? String(digits)))"
        }
    }

    package var count: Int { devices.count }

    /// The columns that the names of devices take at most.
    package var width: Int {
        min(devices.map { displayWidth($0.name) }.max() ?? 0, Self.maximumWidth)
    }

    /// A longer name of a device is cut off.
    private static let maximumWidth = 16
}
