import RedoCommandLine
import RedoGit
import RedoSystem

/// What is installed on the machine.
extension DoctorCheck {
    static let programs = DoctorCheck(name: "programs") { (examination) throws(RedoError) in
        let directory = try SuiteExecutables.directory()
        var symptoms: [Symptom] = [.good("redo \(Version.text), with its names in \(directory)")]
        let own = (try? Program.executablePath()).flatMap { (try? Files.status(of: $0)) ?? nil }
        let first = Environment.searchPath.map { Path.join($0, "redo") }.first {
            Files.isExecutable($0)
        }
        if let first, let own, let status = (try? Files.status(of: first)) ?? nil,
            status.identity != own.identity
        {
            symptoms.append(
                .notice(
                    "PATH leads to another program: \(first)",
                    ["put the folder of this one before it in PATH, or remove the other one"]))
        }
        return symptoms
    }

    static let libraries = DoctorCheck(name: "libraries") { (_) throws(RedoError) in
        var found: [String] = []
        var symptoms: [Symptom] = []
        for file in LibraryFile.all + [.git2, .iCalendar] {
            if file.installed() != nil {
                found.append(file.library)
            } else if file.isOptional {
                symptoms.append(
                    .notice(
                        "\(file.library) is not installed, which some commands need",
                        [file.installationHint]))
            } else {
                symptoms.append(.wrong("\(file.library) is not installed", [file.installationHint]))
            }
        }
        return [.good(found.joined(separator: ", "))] + symptoms
    }

    static let clock = DoctorCheck(name: "clock") { (examination) throws(RedoError) in
        let now = try examination.context.now()
        if let fault = examination.context.timeZoneFault {
            return [
                .wrong(
                    fault, ["a name is such as Europe/Berlin; /usr/share/zoneinfo has all of them"])
            ]
        }
        guard let store = examination.openedStore else {
            return [.notice("it is \(now.wallText); there is no store to compare that with")]
        }
        let latest = try store.operationRecords().recorded.map(\.operation.time).max()
        guard let latest else {
            return [.notice("it is \(now.wallText); nothing was written here to compare that with")]
        }
        if latest > now {
            return [
                .wrong(
                    "it is \(now.wallText), before the last change of this store, \(latest.wallText)",
                    [
                        "set the clock: 'timedatectl' shows whether the system does; nodes have its time"
                    ])
            ]
        }
        return [.good("it is \(now.wallText), after the last change of this store")]
    }

    static let completions = DoctorCheck(name: "completions") { (examination) throws(RedoError) in
        guard let shell = examination.variable("SHELL").map(Path.name(of:)) else {
            return [.unchecked("SHELL does not name your shell")]
        }
        let directories = examination.dataDirectories
        let candidates: [String]
        switch shell {
        case "bash":
            candidates = directories.map { Path.join($0, "bash-completion/completions/redo") }
        case "fish":
            candidates =
                directories.map { Path.join($0, "fish/vendor_completions.d/redo.fish") }
                + examination.home.map { Path.join($0, ".config/fish/completions/redo.fish") }
        case "zsh":
            candidates = directories.flatMap {
                [
                    Path.join($0, "zsh/site-functions/_redo"),
                    Path.join($0, "zsh/vendor-completions/_redo"),
                ]
            }
        default: return [.notice("\(shell) has no completions of redo; bash, zsh and fish have")]
        }
        guard let file = candidates.first(where: { Files.isReadable($0) }) else {
            return [
                .notice(
                    "\(shell) finds no completions of redo",
                    [
                        "'make install' puts them below its prefix, where XDG_DATA_DIRS has PREFIX/share"
                    ])
            ]
        }
        if shell == "bash",
            !directories.contains(where: {
                Files.isReadable(Path.join($0, "bash-completion/bash_completion"))
            })
        {
            return [
                .notice(
                    "\(file) is there, but bash does not read it",
                    ["install the package bash-completion"])
            ]
        }
        if shell == "zsh" {
            return [.notice("\(file) is there; zsh reads it if 'print -l $fpath' has its folder")]
        }
        return [.good(file)]
    }
}

extension Examination {
    /// The directories in which programs look for data of others, the user's own first.
    var dataDirectories: [String] {
        let own =
            variable("XDG_DATA_HOME").map { [$0] } ?? home.map { Path.join($0, ".local/share") }
        let others = variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        return own + others.split(separator: ":").map(String.init)
    }

    /// The user's home, as an array of at most one.
    var home: [String] { variable("HOME").map { [$0] } ?? [] }
}
