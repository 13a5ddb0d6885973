import Glibc
import RedoSystem

/// A process for the tests of `PatientTermination`: it sends itself a signal while that is held back, and
/// prints what happens. Arguments: what is tried, and the number of the signal.
@main enum Main {
    static func main() {
        let signal = Int32(CommandLine.arguments[2]) ?? SIGTERM
        switch CommandLine.arguments[1] {
        case "work":
            do {
                let patience = PatientTermination { say("lost patience") }
                send(signal)
                say("done")
                _ = patience
            }
            say("went on")
        case "wait":
            let patience = PatientTermination { say("lost patience") }
            send(signal)
            sleep(600)
            say("waited")
            _ = patience
        case "part":
            let patience = PatientTermination { say("outer") }
            send(signal)
            do {
                let part = PatientTermination { say("inner") }
                _ = part
            }
            say("part done")
            let part = PatientTermination { say("inner") }
            sleep(600)
            _ = part
            _ = patience
        default:
            for _ in 0..<2000 {
                let patience = PatientTermination { say("lost patience") }
                _ = patience
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
