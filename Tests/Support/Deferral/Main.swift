import Glibc
import RedoSystem

/// A process for the tests of `DeferredTermination`: it sends itself a signal while that is held back, and
/// prints what happens. Arguments: what is tried, and the number of the signal.
@main enum Main {
    static func main() {
        let signal = Int32(CommandLine.arguments[2]) ?? SIGTERM
        switch CommandLine.arguments[1] {
        case "work":
            do {
                let deferral = DeferredTermination { say("no longer deferred") }
                send(signal)
                say("done")
                _ = deferral
            }
            say("went on")
        case "wait":
            let deferral = DeferredTermination { say("no longer deferred") }
            send(signal)
            sleep(600)
            say("waited")
            _ = deferral
        case "part":
            let deferral = DeferredTermination { say("outer") }
            send(signal)
            do {
                let part = DeferredTermination { say("inner") }
                _ = part
            }
            say("part done")
            let part = DeferredTermination { say("inner") }
            sleep(600)
            _ = part
            _ = deferral
        default:
            for _ in 0..<2000 {
                let deferral = DeferredTermination { say("no longer deferred") }
                _ = deferral
            }
            say("\(Signals.isTerminationPending)")
        }
    }

    /// Sends a signal to this process, and waits until it is there.
    private static func send(_ signal: Int32) {
        kill(getpid(), signal)
        while !Signals.isTerminationPending { usleep(1000) }
    }

    private static func say(_ text: String) {
        try? writeBytes(Array("\(text)\n".utf8).span, to: 1, path: "standard output")
    }
}
