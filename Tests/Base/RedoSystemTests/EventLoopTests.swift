import Foundation
import TestSupport
import Testing

@testable import RedoSystem

/// What an event loop reports, when, and in which order. No test but those at the end waits.
@Suite struct EventLoopTests {
    private enum Event: CaseIterable { case termination, input, change, moment, tick }

    private let events = SimulatedEvents()

    private func loop() -> EventLoop<Event> { EventLoop(system: events.system) }

    // MARK: Descriptors

    @Test func whatIsReadyAtOnceComesInTheOrderOfItsSources() {
        var loop = loop()
        loop.watch(.input(9), as: .change)
        loop.watch(.input(3), as: .input)
        loop.watch(.moment(0), as: .moment)
        loop.watch(.closing(of: 1), as: .termination)
        for descriptor: Int32 in [3, 9] { events.at(0, descriptor, .arrival(of: 1)) }
        events.at(0, 1, .closing)
        #expect(loop.wait() == [.change, .input, .moment, .termination])
        // What is watched again keeps its place.
        loop.watch(.none, as: .change)
        loop.watch(.input(9), as: .change)
        #expect(loop.wait() == [.change, .input, .termination])
    }

    @Test func anInputIsReportedUntilItIsRead() {
        var loop = loop()
        loop.watch(.input(3), as: .input)
        loop.watch(.moment(50_000_000), as: .moment)
        events.at(10, 3, .arrival(of: 1))
        #expect(loop.wait() == [.input] && events.now == 10)
        #expect(loop.wait() == [.input] && events.now == 10)
        events.at(10, 3, .reading)
        #expect(loop.wait() == [.moment] && events.now == 50)
    }

    @Test func oneEventCanHaveSeveralSources() {
        var loop = loop()
        let both = EventSource.input(3).or(.input(4)).or(.moment(20_000_000))
        loop.watch(both.or(.after(milliseconds: 30)), as: .input)
        events.at(10, 4, .arrival(of: 1))
        #expect(loop.wait() == [.input] && events.now == 10)
        events.at(10, 4, .reading)
        #expect(loop.wait() == [.input] && events.now == 20)
    }

    // MARK: Moments

    @Test func aMomentIsReportedOnce() {
        var loop = loop()
        loop.watch(.after(milliseconds: 10), as: .moment)
        loop.watch(.every(milliseconds: 25), as: .tick)
        #expect(loop.wait() == [.moment] && events.now == 10)
        #expect(loop.wait() == [.tick] && events.now == 25)
        #expect(loop.wait() == [.tick] && events.now == 50)
    }

    @Test func aMomentCanBeMovedAndTakenBack() {
        var loop = loop()
        loop.watch(.after(milliseconds: 10), as: .moment)
        loop.watch(.after(milliseconds: 30), as: .tick)
        loop.watch(.after(milliseconds: 20), as: .moment)
        #expect(loop.wait() == [.moment] && events.now == 20)
        loop.watch(.after(milliseconds: 5), as: .moment)
        loop.watch(.none, as: .moment)
        #expect(loop.wait() == [.tick] && events.now == 30)
    }

    @Test func aMomentThatHasPassedIsReportedAtOnce() {
        var loop = loop()
        loop.watch(.after(milliseconds: 10), as: .tick)
        #expect(loop.wait() == [.tick])
        loop.watch(.moment(3_000_000), as: .moment)
        #expect(loop.wait() == [.moment] && events.now == 10)
        // A component that still has to be looked at reports the same moment.
        loop.watch(.moment(3_000_000), as: .moment)
        #expect(loop.wait() == [.moment] && events.now == 10)
    }

    @Test func anIntervalContinuesWhenItIsWatchedAgain() {
        var loop = loop()
        loop.watch(.every(milliseconds: 20), as: .tick)
        loop.watch(.after(milliseconds: 15), as: .moment)
        #expect(loop.wait() == [.moment])
        loop.watch(.every(milliseconds: 20), as: .tick)
        #expect(loop.wait() == [.tick] && events.now == 20)
        loop.watch(.every(milliseconds: 50), as: .tick)
        #expect(loop.wait() == [.tick] && events.now == 70)
    }

    // MARK: Quiet

    @Test func aChangeIsReportedWhenNothingMoreComes() {
        var loop = loop()
        loop.watch(.input(9, quiet: 5), as: .change)
        for moment in [10, 13, 17] { events.at(moment, 9, .arrival(of: 32)) }
        #expect(loop.wait() == [.change])
        // It is checked at 15 and 20, and at 20 nothing had come since 17, but since 15.
        #expect(events.now == 25)
    }

    @Test func changesWithoutEndAreReportedAfterFourTimesThatTime() {
        var loop = loop()
        loop.watch(.input(9, quiet: 5), as: .change)
        for moment in 10...100 { events.at(moment, 9, .arrival(of: 32)) }
        #expect(loop.wait() == [.change] && events.now == 30)
    }

    @Test func otherEventsDoNotWaitForQuiet() {
        var loop = loop()
        loop.watch(.input(9, quiet: 300), as: .change)
        loop.watch(.input(3), as: .input)
        events.at(10, 9, .arrival(of: 32))
        events.at(20, 3, .arrival(of: 1))
        events.at(20, 3, .reading)
        events.at(30, 3, .arrival(of: 1))
        #expect(loop.wait() == [.input] && events.now == 30)
        events.at(30, 3, .reading)
        // To be watched again, as a loop does in each of its rounds, does not make a change wait for longer.
        loop.watch(.input(9, quiet: 300), as: .change)
        #expect(loop.wait() == [.change] && events.now == 310)
    }

    // MARK: The system

    @Test func aTerminationSignalIsHeldBackAndReported() throws {
        var loop = try EventLoop<Event>(termination: .termination)
        loop.watch(.after(milliseconds: 60_000), as: .moment)
        pthread_kill(pthread_self(), SIGTERM)
        #expect(loop.wait() == [.termination])
        // It is there until it is delivered, which would end the tests.
        #expect(Signals.isTerminationPending)
        var set = Signals.set(of: [SIGTERM])
        var timeout = timespec()
        #expect(sigtimedwait(&set, nil, &timeout) == SIGTERM)
        loop.watch(.after(milliseconds: 1), as: .moment)
        #expect(loop.wait() == [.moment])
    }

    @Test func pipesAreReportedWhenTheyCanBeReadAndWhenTheyHaveNoReader() throws {
        let first = try RedoSystem.Pipe()
        var loop = EventLoop<Event>()
        loop.watch(.input(first.readEnd.rawValue, quiet: 1), as: .input)
        loop.watch(.after(milliseconds: 5), as: .moment)
        #expect(loop.wait() == [.moment])
        try first.writeEnd.write([1, 2, 3].span)
        #expect(loop.wait() == [.input])
        #expect(Readiness.byteCount(of: first.readEnd.rawValue) == 3)
        let output = try outputWithoutReader()
        loop.watch(.none, as: .input)
        loop.watch(.closing(of: output.rawValue), as: .change)
        #expect(loop.wait() == [.change])
    }

    private func outputWithoutReader() throws -> FileDescriptor {
        let pipe = try RedoSystem.Pipe()
        let copy = dup(pipe.writeEnd.rawValue)
        return FileDescriptor(owning: copy, path: "pipe")
    }
}
