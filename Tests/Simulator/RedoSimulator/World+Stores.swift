import Foundation
import RedoModel

extension World {
    /// Puts what was kept of a device's store in its place, as from a backup.
    func restore(_ number: Int) throws {
        guard let backup = devices[number].backup else { return }
        let manager = FileManager.default
        // Another folder than before, which stores notice.
        try manager.removeItem(atPath: devices[number].store)
        try manager.createDirectory(
            atPath: devices[number].store, withIntermediateDirectories: true)
        try backup.restore(to: devices[number].store)
        let nodes = try ids(on: number)
        devices[number].nodes = nodes
        // What was not kept may be on the remote; the device itself does not have it any more.
        devices[number].acknowledged.formIntersection(nodes)
        devices[number].seen = [:]
    }
}
