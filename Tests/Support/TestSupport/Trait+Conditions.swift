import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that need Google's emulator of Firestore.
    public static var withEmulator: Self {
        .disabled(if: FirestoreServers.isSkipped, "REDO_SKIP_FIRESTORE_EMULATOR is set")
    }

    /// For tests that mount file systems in their folders.
    public static var withMounts: Self {
        .enabled(if: canMount, "no file system can be mounted")
    }

    /// For tests that run tools of the system.
    public static func withTools(_ names: String...) -> Self {
        let missing = names.filter {
            !FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }
        return .enabled(if: missing.isEmpty, "/usr/bin has no \(missing.joined(separator: ", "))")
    }
}

private let canMount: Bool = {
    let outcome = try? CommandRunner().shell(
        "mkdir disk && mount -t tmpfs -o size=64k redo-test disk && umount disk")
    return outcome?.status == 0
}()
