import RedoCommandLine
import RedoStore
import RedoSystem

/// The unit of systemd that runs `redo remind` for a store while its user is logged in.
struct ReminderService {
    /// The file that `make install` has put in place.
    let file: String
    /// The unit: `redo-remind.service`, or for another store than the user's own `redo-remind@PATH.service`.
    let unit: String

    private static let program = "systemctl"

    /// - Throws: STORAGE_001 if the suite's directory cannot be determined.
    init(_ store: Store, _ context: borrowing CommandContext) throws(RedoError) {
        let isUsual =
            context.surroundings.variables.value(of: "HOME")
            .map { store.path == Path.join($0, ".local/share/redo") } ?? false
        let name = isUsual ? "redo-remind.service" : "redo-remind@.service"
        // From libexec/redo.
        let prefix = Path.parent(of: Path.parent(of: try SuiteExecutables.directory()))
        file = Path.join(prefix, "lib/systemd/user/\(name)")
        unit = isUsual ? name : "redo-remind@\(Self.escaped(store.path)).service"
    }

    /// A path as the name of a unit has it (`systemd-escape --path`).
    static func escaped(_ path: String) -> String {
        let names = path.split(separator: "/")
        if names.isEmpty { return "-" }
        var text = ""
        for (index, byte) in names.joined(separator: "/").utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "/"): text += "-"
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: ":"), UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: ".") where index > 0: text += "."
            default:
                let digits = String(byte, radix: 16)
                text += "\\x\(digits.utf8.count == 1 ? "0" : "")\(digits)"
            }
        }
        return text
    }

    /// Switches the unit on, now and for each time that the user logs in.
    ///
    /// - Throws: STORAGE_001 if it is not installed or there is no systemd, STORAGE_003 if that did not work.
    func install() throws(RedoError) {
        guard Files.isReadable(file) else {
            throw RedoError(
                .notFound, "there is no unit \(file)",
                hints: ["'make install' puts it there", Self.otherHint])
        }
        // A unit outside of the folders in which systemd looks.
        try Self.run("link", file)
        try Self.run("enable", "--now", unit)
    }

    /// Switches the unit off.
    ///
    /// - Throws: see ``install()``.
    func uninstall() throws(RedoError) { try Self.run("disable", "--now", unit) }

    private static let otherHint =
        "without systemd, have 'redo remind' started with your session, as by ~/.config/autostart or crontab(5)"

    private static func run(_ words: String...) throws(RedoError) {
        let arguments = [program, "--user"] + words
        let status: Int32
        do throws(SystemError) {
            status = try Program.run(program, arguments: arguments)
        } catch {
            throw RedoError(
                .notFound, "\(program) cannot be run", cause: error, hints: [otherHint])
        }
        guard status == 0 else {
            let command = arguments.map { shellWord($0) }.joined(separator: " ")
            throw RedoError(
                .writeFailed, "'\(command)' ended with status \(status)", hints: [otherHint])
        }
    }
}
