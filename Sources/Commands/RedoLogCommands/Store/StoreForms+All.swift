import RedoCommandParts
import RedoExchange
import RedoGit
import RedoModel
import RedoStore
import RedoSystem

extension StoreForms {
    /// The forms of all files of a store.
    package static let all = StoreForms(
        checksOfRemotes.merging([
            .commits: { file in
                CommitMap(reading: file.path) == nil
                    ? [FormFault("it is not a list of commits, or its checksum does not match")]
                    : []
            },
            .calendarFolder: { file in
                VdirRecord(file.bytes) == nil
                    ? [
                        FormFault(
                            "it is not the record of a folder, or its checksum does not match")
                    ]
                    : []
            },
        ]) { $1 }
    ) { recordsOfSent($0, $1) }
}
