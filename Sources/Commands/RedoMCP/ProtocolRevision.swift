/// A revision of the Model Context Protocol that the server speaks.
package enum ProtocolRevision: String, CaseIterable, Sendable {
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    case july2026 = "2026-07-28"

    /// Whether a client of the revision begins with `initialize`. Without it each request says its revision.
    package var hasHandshake: Bool { self != .july2026 }

    /// The revision that `initialize` agrees on.
    ///
    /// - Parameter wanted: what the client names; the answer to an unknown one is the newest that has the handshake.
    static func negotiated(_ wanted: String) -> ProtocolRevision {
        ProtocolRevision(rawValue: wanted).flatMap { $0.hasHandshake ? $0 : nil } ?? .november2025
    }
}
