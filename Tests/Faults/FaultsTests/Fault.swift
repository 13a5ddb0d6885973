import Glibc
import PowerCuts

/// What fails, and how.
struct Fault: CustomStringConvertible {
    enum Way: Equatable {
        case error(Int32)
        /// Half of the bytes are transferred.
        case short
        /// The process is killed.
        case kill
    }

    /// The operations that are counted.
    let kinds: [FileOperation.Kind]
    /// The number of the one that fails, from 1.
    let number: Int
    let way: Way
    /// Whether those that follow fail as well.
    var isLasting = false

    var variables: [String: String] {
        var variables = [
            "REDO_FAULT_KINDS": kinds.map { "\($0)" }.joined(separator: ","),
            "REDO_FAULT_NUMBER": String(number),
        ]
        switch way {
        case .error(let code): variables["REDO_FAULT_ERROR"] = String(code)
        case .short: variables["REDO_FAULT_ERROR"] = "short"
        case .kill: variables["REDO_FAULT_ERROR"] = "kill"
        }
        if isLasting { variables["REDO_FAULT_LASTING"] = "1" }
        return variables
    }

    /// What repeats it.
    var description: String {
        variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }

    /// The ways in which an operation of a kind can fail.
    static func ways(_ kind: FileOperation.Kind) -> [Way] {
        switch kind {
        case .create:
            [.error(EIO), .error(ENOSPC), .error(EDQUOT), .error(EMFILE), .error(EINTR), .kill]
        case .write:
            [.error(EIO), .error(ENOSPC), .error(EDQUOT), .error(EINTR), .short, .kill]
        case .fsync, .syncfs: [.error(EIO), .error(ENOSPC), .error(EINTR), .kill]
        case .rename, .link, .mkdir, .symlink:
            [.error(EIO), .error(ENOSPC), .error(EDQUOT), .kill]
        case .unlink, .rmdir, .truncate, .chmod: [.error(EIO), .kill]
        case .close: [.error(EIO), .error(EINTR)]
        case .lock: [.error(ENOLCK), .error(EINTR)]
        case .open: [.error(EIO), .error(EMFILE), .error(EINTR)]
        case .read: [.error(EIO), .error(EINTR), .short]
        case .list, .status: [.error(EIO)]
        case .map: [.error(ENOMEM)]
        case .memory: [.error(ENOMEM)]
        }
    }

    /// Every fault of a command.
    ///
    /// - Parameters:
    ///   - counts: how many operations of each kind it has.
    ///   - allocationCount: how often it asks for memory; 64 of these fail, evenly spread.
    static func all(_ counts: [FileOperation.Kind: Int], allocationCount: Int) -> [Fault] {
        var faults: [Fault] = []
        for kind in FileOperation.Kind.writing + FileOperation.Kind.reading {
            for number in 1..<(counts[kind] ?? 0) + 1 {
                faults += ways(kind).map { Fault(kinds: [kind], number: number, way: $0) }
            }
        }
        // A disk that is full from a moment on, and one that is gone.
        let filling: [FileOperation.Kind] = [.create, .write, .mkdir, .symlink, .link, .rename]
        for number in 1..<filling.reduce(1, { $0 + (counts[$1] ?? 0) }) {
            faults.append(
                Fault(kinds: filling, number: number, way: .error(ENOSPC), isLasting: true))
        }
        let writing = FileOperation.Kind.writing
        for number in 1..<writing.reduce(1, { $0 + (counts[$1] ?? 0) }) {
            for kinds in [writing, writing + FileOperation.Kind.reading] {
                faults.append(
                    Fault(kinds: kinds, number: number, way: .error(EIO), isLasting: true))
            }
        }
        for share in 0..<min(64, allocationCount) {
            let number = 1 + share * allocationCount / min(64, allocationCount)
            faults.append(Fault(kinds: [.memory], number: number, way: .error(ENOMEM)))
        }
        return faults
    }
}
