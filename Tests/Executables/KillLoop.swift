import Foundation
import TestSupport
import Testing

/// Kills a command at random moments, again and again.
struct KillLoop {
    let runner: CommandRunner
    let name: String
    let arguments: [String]
    /// How often it is killed, if not as often as others.
    var killCount = Self.killCount
    /// Makes things as they were before.
    let prepare: () throws -> Void

    /// How often a command is killed: 30 times each, or a fifth as often as `REDO_KILLS` says.
    static let killCount =
        ProcessInfo.processInfo.environment["REDO_KILLS"].flatMap { Int($0) }.map { $0 / 5 } ?? 30

    /// How long a run takes that nobody ends: the middle one of three.
    func duration() throws -> Double {
        var durations: [Double] = []
        for _ in 0..<3 {
            try prepare()
            let start = Date()
            #expect(try Coprocess(runner, name, arguments).wait() == 0)
            durations.append(Date().timeIntervalSince(start))
        }
        return durations.sorted()[1]
    }

    /// Runs it and sends it a signal at some moment, a part of how long it takes.
    ///
    /// - Returns: how it ended.
    func run(
        endedBy signal: Int32, at part: ClosedRange<Double>, of duration: Double,
        _ generator: inout SeededGenerator
    ) throws -> Int32 {
        let process = try Coprocess(runner, name, arguments)
        Thread.sleep(forTimeInterval: Double.random(in: part, using: &generator) * duration)
        process.send(signal: signal)
        return process.wait()
    }

    /// Kills it.
    ///
    /// - Parameters:
    ///   - check: what has to hold after a kill.
    ///   - repetition: what has to hold when the command is repeated.
    ///   - file: the test's.
    func kill(
        _ check: (Comment) throws -> Void, repetition: (Comment) throws -> Void,
        file: String = #fileID
    ) throws {
        let seed = Seed(file: file)
        var generator = seed.generator
        var duration = try duration()
        try prepare()
        var killed = 0
        // Those that end before they are killed do not count, but must not go on for ever.
        for _ in 0..<8 * killCount where killed < killCount {
            let status = try run(endedBy: SIGKILL, at: 0.05...1.1, of: duration, &generator)
            // Other tests that run beside this one make it slower or faster.
            duration *= status == 0 ? 0.9 : 1.03
            if status != 0 { killed += 1 }
            try check(seed.replay)
            // What one kill left behind must not trouble the next, so not every one is repeated.
            if Bool.random(using: &generator) { continue }
            try repetition(seed.replay)
            try prepare()
        }
        try repetition(seed.replay)
        print(
            "killed \(name) \(arguments.joined(separator: " ")) \(killed) times "
                + "(seed \(seed.value))")
    }
}
