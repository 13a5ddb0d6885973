import FuzzTargets
import Glibc

private func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// The target that `REDO_FUZZ_TARGET` names.
private let target: FuzzTarget = {
    guard let target = FuzzTarget.named(variable("REDO_FUZZ_TARGET") ?? "") else {
        fatalError(
            "REDO_FUZZ_TARGET is none of \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    }
    return target
}()

/// Runs the target on an input of libFuzzer. A broken property ends the process, as a trap does.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard count <= target.maximumByteCount else { return -1 }
    do {
        try target.run(Array(unsafe UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(target.name): \(error)")
    }
    return 0
}

/// What the process does instead of fuzzing, if a variable asks for it: `REDO_FUZZ_SEEDS` names a folder for the seeds
/// of all targets, `REDO_FUZZ_VERDICTS` asks for answers to the texts of JSON in the standard input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<Int32>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> Int32 {
    if let directory = variable("REDO_FUZZ_SEEDS") {
        do {
            try writeSeeds(into: directory)
        } catch {
            fatalError("the seeds cannot be written: \(error)")
        }
        exit(0)
    }
    if variable("REDO_FUZZ_VERDICTS") != nil {
        answerStandardInput()
        exit(0)
    }
    return 0
}

private func answerStandardInput() {
    var batch: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = unsafe read(0, &buffer, buffer.count)
        guard count > 0 else { break }
        batch += buffer[..<count]
    }
    var rest = JSONVerdicts.answers(batch)[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
        guard count > 0 else { fatalError("the answers cannot be written") }
        rest = rest.dropFirst(count)
    }
}
