internal import CLinux
import Glibc

/// A description of the system for bug reports.
package enum SystemDescription {
    /// The kernel, its release and the kind of processor: `Linux 6.1.0-18-amd64 x86_64`. Wraps `uname(2)`.
    package static var kernel: String {
        var names = utsname()
        guard unsafe uname(&names) == 0 else { return "" }
        return [
            text(&names.sysname), text(&names.release), text(&names.machine),
        ].joined(separator: " ")
    }

    /// The distribution's own name, `Debian GNU/Linux 12 (bookworm)`; empty if it does not report one.
    package static var distribution: String {
        let bytes = (try? Files.read("/etc/os-release", limit: 1 << 16)) ?? []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        where line.hasPrefix("PRETTY_NAME=") {
            return String(line.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" })
        }
        return ""
    }

    /// The names of some file systems, by the numbers of `statfs(2)`.
    private static let fileSystems: [Int64: String] = [
        0xEF53: "ext4", 0x9123_683E: "Btrfs", 0x5846_5342: "XFS", 0x0102_1994: "tmpfs",
        0x794C_7630: "overlayfs", 0x2FC1_2FC1: "ZFS", 0x6969: "NFS", 0xFF53_4D42: "CIFS",
        0xFE53_4D42: "SMB2", 0x4D44: "FAT", 0x2011_BAB0: "exFAT", 0x6573_5546: "FUSE",
        0xF2F5_2010: "F2FS", 0x0102_1997: "9P", 0xCA45_1A4E: "bcachefs", 0x5346_544E: "NTFS",
    ]

    /// The name of the file system of a path, or its number; empty if it cannot be determined. Wraps `statfs(2)`.
    package static func fileSystem(of path: String) -> String {
        let number = unsafe path.withSystemBytes { unsafe file_system_number($0) }
        guard number >= 0 else { return "" }
        return fileSystems[number] ?? "0x" + String(number, radix: 16)
    }

    /// The text in a member of a structure of the system, up to its NUL.
    private static func text<Member>(_ member: inout Member) -> String {
        unsafe withUnsafeBytes(of: &member) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
