import Foundation
import TestSupport
import Testing

/// The library that is preloaded.
enum FaultLibrary {
    static let path = CommandRunner.executables.appending(path: "libredo-faults.so").path

    /// Whether programs run with it: one that was built with a sanitizer does not.
    static let isUsable: Bool = {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        let outcome = try? CommandRunner().run(
            "redo", ["--version"], extra: ["LD_PRELOAD": path])
        return outcome?.status == 0 && outcome?.error.isEmpty == true
    }()
}

extension Trait where Self == ConditionTrait {
    /// For tests that preload the library.
    static var withFaults: Self {
        .enabled(if: FaultLibrary.isUsable, "\(FaultLibrary.path) cannot be preloaded")
    }
}
