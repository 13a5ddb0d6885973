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
        for author in authors {
            guard let author, number(of: author) == nil else { continue }
            numbers[Device(user: author.userID, id: author.deviceID)] = devices.count
            devices.append((author.userID, Self.name(author), people.name(of: author)))
        }
    }

    /// The number of the device of an author; nil if it is not among them.
    package func number(of author: Author?) -> Int? {
        author.flatMap { numbers[Device(user: $0.userID, id: $0.deviceID)] }
    }

    /// The name of an author's device for people: its name, else its id.
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

    /// The width of the longest name of a device, in columns.
    package var width: Int {
        min(devices.map { displayWidth($0.name) }.max() ?? 0, Self.maximumWidth)
    }

    /// The maximum width in columns of the name of a device. A longer one is cut off.
    private static let maximumWidth = 16
}
