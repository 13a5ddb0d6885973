import Foundation
import TestSupport
import Testing

extension TaskStore {
    /// Where the hooks for all stores are.
    static let hooks = "home/.config/redo/hooks"

    /// Where the hooks for this store alone are.
    func ownHooks() throws -> String {
        let path = try runner.shell("cd .redo && pwd -P").lines
        return "\(Self.hooks)/stores\(try #require(path.first))"
    }

    /// Makes a hook that is a shell script.
    ///
    /// - Returns: its path.
    @discardableResult
    func hook(
        _ name: String, _ script: String, in directory: String = hooks, mode: Int = 0o755
    ) throws -> String {
        try FileManager.default.createDirectory(
            atPath: runner.path(directory), withIntermediateDirectories: true)
        _ = try runner.shell(
            "chmod -R go-w '\(Self.hooks)'; chmod go-w . home home/.config home/.config/redo")
        return try runner.writeProgram(
            "#!/bin/sh\n\(script)\n", to: "\(directory)/\(name)", mode: mode)
    }

    /// What a hook wrote into a file in the home folder; nil if there is none.
    func noted(_ name: String) -> String? {
        (try? runner.contents(ofFile: "home/\(name)")).map { String(decoding: $0, as: UTF8.self) }
    }
}
