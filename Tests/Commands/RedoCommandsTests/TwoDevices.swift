import TestSupport
import Testing

/// Two devices with a store and a key each. The laptop's clock is an hour ahead.
struct TwoDevices {
    let phone: TaskStore
    let laptop: TaskStore

    init() throws {
        phone = try TaskStore()
        laptop = try TaskStore()
    }

    static let onPhone = ["REDO_DEVICE": "phone", "REDO_WALL": "2025-11-16T12:00:00.000Z"]
    static let onLaptop = ["REDO_DEVICE": "laptop", "REDO_WALL": "2025-11-16T13:00:00.000Z"]
}
