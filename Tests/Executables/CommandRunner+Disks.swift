import TestSupport
import Testing

extension CommandRunner {
    /// A runner with a store in the folder `disk`, which is a disk of this size.
    static func withStore(onADiskOf size: String) throws -> CommandRunner {
        let runner = try CommandRunner()
        try runner.mountDisk(size)
        try #require(try runner.run("redo-init", ["-q", "disk"]).status == 0)
        return runner
    }

    /// Mounts a disk in the new folder `disk`; whoever calls this unmounts it.
    ///
    /// - Parameter size: as tmpfs(5) takes it, `256k`.
    func mountDisk(_ size: String) throws {
        let mounted = try shell(
            "mkdir disk && mount -t tmpfs -o size=\(size),mode=755 redo-test disk")
        try #require(mounted.status == 0, "\(mounted)")
    }

    /// Leaves so many bytes on the disk, by the file `disk/ballast`.
    func fillDisk(leaving rest: Int) throws {
        let filled = try shell(
            "free=$(($(stat -f -c '%a * %S' disk)));"
                + " head -c $((free - \(rest))) /dev/zero >disk/ballast")
        try #require(filled.status == 0, "\(filled)")
    }

    /// Moves the store to a disk of its own; whoever calls this unmounts both.
    func moveStore(toDiskOf size: String) throws {
        try mountDisk(size)
        _ = try shell("mv .redo disk/ && mkdir .redo && mount --bind disk/.redo .redo")
    }
}
