import Foundation
import TestSupport
import Testing

/// Hosts that forbid something: the remote works, and what could not be done is said.
@Suite struct RestrictiveHostTests {
    private let fixture: GitFixture

    init() throws { fixture = try GitFixture() }

    /// What a host forbids, as the configuration or a hook of its repository.
    enum Rule: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case branchesByUpdate, branchesByPreReceive, branchesByHiding, branchesForEver, noDeletion
        case noForce

        var testDescription: String { rawValue }
        var allowsOnlyBranches: Bool { rawValue.hasPrefix("branches") }
        var allowsDeletion: Bool { self != .noDeletion && self != .branchesForEver }
        var hidesCommits: Bool { self == .branchesByHiding || self == .branchesForEver }

        func apply(_ fixture: GitFixture) throws {
            switch self {
            case .branchesByUpdate:
                _ = try fixture.place.writeProgram(
                    "#!/bin/sh\ncase $1 in refs/heads/*) ;; *) echo 'only branches'; exit 1;; esac\n",
                    to: "remote.git/hooks/update")
            case .branchesByPreReceive:
                _ = try fixture.place.writeProgram(
                    """
                    #!/bin/sh
                    while read -r old new name; do
                        case $name in refs/heads/*) ;; *) echo 'only branches'; exit 1;; esac
                    done

                    """, to: "remote.git/hooks/pre-receive")
            case .branchesByHiding: try fixture.git("config", "transfer.hideRefs", "refs/redo")
            case .branchesForEver:
                try fixture.git("config", "transfer.hideRefs", "refs/redo")
                // Git keeps branches alone by it.
                try fixture.git("config", "receive.denyDeletes", "true")
            case .noDeletion:
                _ = try fixture.place.writeProgram(
                    "#!/bin/sh\ncase $3 in 0000000*) echo 'nothing is removed'; exit 1;; esac\n",
                    to: "remote.git/hooks/update")
            case .noForce: try fixture.git("config", "receive.denyNonFastForwards", "true")
            }
        }
    }

    /// Each rule over one of two transports: behind both is the same program of git.
    @Test(arguments: zip(Rule.allCases, [Transport.ssh, .http, .ssh, .http, .ssh, .http]))
    func theRemoteWorks(_ rule: Rule, _ transport: Transport) throws {
        let (url, environment) = try fixture.reach(transport)
        try rule.apply(fixture)
        let phone = try fixture.device("phone", url: url, environment)
        let laptop = try fixture.device("laptop", url: url, environment)
        for round in 1...2 {
            for device in [phone, laptop] {
                try device.add("Task \(round)", "--draft")
                try device.expect(["sync"])
            }
        }
        let prefix = rule.allowsOnlyBranches ? "refs/heads/redo/" : "refs/redo/slots/"
        let old = try fixture.slots(below: prefix)
        #expect(try old.count == 2 && fixture.references().count == 2)
        let compacted = try phone.run("remote", ["compact"])
        #expect(
            compacted.status == 0 && compacted.text.hasPrefix("compacted origin: "), "\(compacted)")
        let now = try fixture.slots(below: prefix)
        if rule.allowsDeletion {
            #expect(compacted.error.isEmpty, "\(compacted)")
            #expect(now.count == 2)
        } else {
            #expect(
                compacted.codedError.wholeMatch(
                    of:
                        /warning: STORAGE_003: the old slot \w+ stays on origin, with its history: .*\n/
                ) != nil, "\(compacted)")
            #expect(now.count == 3 && Set(old).isSubset(of: now))
            // It is tried again; the slot is still replaced.
            let again = try phone.run("remote", ["compact"])
            #expect(again.status == 0 && again.codedError.contains("stays on origin"), "\(again)")
        }
        for device in [laptop, phone, laptop] { try device.expect(["sync"]) }
        #expect(try phone.stateHash() == laptop.stateHash())
        // A clone, by a server that only reads as well.
        for way in [transport, .daemon] {
            let (url, environment) =
                way == transport ? (url, environment) : try fixture.reach(way)
            var runner = try fixture.runner("tablet")
            runner.environment.merge(environment) { $1 }
            let cloned = try runner.run("redo-clone", [url, "copy"])
            #expect(cloned.status == 0 && !cloned.codedError.contains("error"), "\(cloned)")
            #expect(try runner.run("redo-replay", ["--hash"], in: "copy").text == phone.stateHash())
        }
    }
}
