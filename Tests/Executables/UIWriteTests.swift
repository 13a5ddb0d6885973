import Foundation
import TestSupport
import Testing

/// `redo ui` that is killed while it writes.
@Suite struct UIWriteTests {
    /// Whatever the moment: what was written is whole, and what was said to be written is there.
    @Test func aKillLeavesTheLogWhole() throws {
        let runner = try CommandRunner()
        for line in ["redo init", "redo keygen --no-passphrase"] {
            #expect(try runner.shell(line).status == 0)
        }
        let seed = Seed()
        var random = seed.generator
        var number = 0
        for _ in 0..<6 {
            let interface = try Coprocess(runner, "redo-ui", ["--plain"])
            for _ in 0..<40 {
                number += 1
                try interface.send("add\nTask \(number)\n.\n")
            }
            // From the first write on.
            var said = 0
            while said == 0, let line = interface.line() {
                if line.hasPrefix("added ") { said += 1 }
            }
            Thread.sleep(forTimeInterval: Double.random(in: 0...0.1, using: &random))
            interface.send(signal: SIGKILL)
            #expect(interface.wait() != 0, seed.replay)
            while let line = interface.line() { if line.hasPrefix("added ") { said += 1 } }
            let check = try runner.run("redo-fsck", [])
            #expect(check.status == 0, "\(check) \(seed.replay)")
            let titles = try runner.run("redo-list", ["--ids"]).lines.count
            #expect(titles >= said, seed.replay)
        }
    }

    /// Two interfaces are two writers like any others.
    @Test func twoInterfacesWriteAtOnce() throws {
        let runner = try CommandRunner()
        for line in ["redo init", "redo keygen --no-passphrase"] {
            #expect(try runner.shell(line).status == 0)
        }
        let interfaces = try (0..<2).map { _ in try Coprocess(runner, "redo-ui", ["--plain"]) }
        for number in 0..<10 {
            for interface in interfaces { try interface.send("add\nTask \(number)\n.\n") }
        }
        for interface in interfaces {
            try interface.send("q\n")
            #expect(interface.wait() == 0)
        }
        #expect(try runner.run("redo-list", ["--ids"]).lines.count == 20)
        #expect(try runner.run("redo-fsck", []).status == 0)
    }
}
