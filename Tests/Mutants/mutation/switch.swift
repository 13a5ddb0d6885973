import Glibc

/// The number of the mutant that is on, or -1.
private let selected =
    unsafe getenv("REDO_MUTANT").flatMap { unsafe Int32(String(cString: $0)) } ?? -1

/// A byte for each mutant, in a file that stays when the process ends in whatever way; nil if none is wanted.
private nonisolated(unsafe) let reached: UnsafeMutablePointer<UInt8>? = unsafe mappedTrace()

private func mappedTrace() -> UnsafeMutablePointer<UInt8>? {
    guard let path = unsafe getenv("REDO_MUTANT_TRACE") else { return nil }
    let file = unsafe open(path, O_RDWR)
    guard file >= 0 else { return nil }
    let size = Int(lseek(file, 0, SEEK_END))
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    close(file)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return nil }
    return unsafe memory.assumingMemoryBound(to: UInt8.self)
}

/// Whether a mutant is on; if it is asked, it has been reached.
@usableFromInline @inline(never) func mutant(_ number: Int32) -> Bool {
    if let reached = unsafe reached { unsafe reached[Int(number)] = 1 }
    return number == selected
}
