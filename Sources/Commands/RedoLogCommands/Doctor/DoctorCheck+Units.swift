import RedoCommandLine
import RedoSystem

extension DoctorCheck {
    /// The units of systemd that the user has switched on. Without one of them systemd is not asked.
    static let units = DoctorCheck(name: "units") { (examination) throws(RedoError) in
        guard
            let systemctl = Environment.searchPath.map({ Path.join($0, "systemctl") })
                .first(where: { Files.isExecutable($0) })
        else { return [.notice("there is no systemd here")] }
        let enabled = examination.enabledUnits
        if enabled.isEmpty {
            return [.good("none is switched on; 'systemctl --user enable --now UNIT' does")]
        }
        return enabled.map { unit in
            switch examination.state(of: unit, by: systemctl) {
            case "active": .good("\(unit) runs")
            case "inactive":
                .notice("\(unit) does not run", ["'systemctl --user status \(unit)' says why"])
            case let state?:
                .wrong(
                    "\(unit) is \(state)",
                    [
                        "'journalctl --user -u \(unit)' says why",
                        "'systemctl --user restart \(unit)' tries again",
                    ])
            case nil:
                .unchecked(
                    "\(unit) is switched on, and systemd does not answer",
                    ["in a session of yours 'systemctl --user status \(unit)' shows it"])
            }
        }
    }
}

extension Examination {
    private static let patience = 5

    /// The units of redo that are switched on for the user: links in the folders of targets.
    fileprivate var enabledUnits: [String] {
        let configuration =
            variable("XDG_CONFIG_HOME").map { [$0] } ?? home.map { Path.join($0, ".config") }
        let roots = configuration.map { Path.join($0, "systemd/user") } + ["/etc/systemd/user"]
        var units: Set<String> = []
        for root in roots {
            for target in (try? Files.names(in: root)) ?? [] where target.hasSuffix(".wants") {
                for name in (try? Files.names(in: Path.join(root, target))) ?? []
                where name.hasPrefix("redo-") {
                    units.insert(name)
                }
            }
        }
        return units.sorted()
    }

    /// The state of a unit in systemd's word; nil if systemd cannot be asked.
    fileprivate func state(of unit: String, by systemctl: String) -> String? {
        let program = LimitedProgram(
            systemctl,
            arguments: ["--user", "show", "--value", "--property=ActiveState", "--", unit],
            environment: [:], leavingOut: "REDO_", in: nil, errors: .dropped)
        guard let outcome = try? program.run(input: [], seconds: Self.patience, keeping: 1000),
            case .exited(0) = outcome.ending
        else { return nil }
        let word = String(decoding: outcome.output, as: UTF8.self).prefix { $0 != "\n" }
        return word.isEmpty ? nil : String(word)
    }
}
