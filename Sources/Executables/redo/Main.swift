import RedoCheckpointRemote
import RedoCommands
import RedoFirestoreRemote
import RedoGitRemote
import RedoMachine
import RedoS3

@main enum Main {
    static func main() {
        Suite.main(programs: [
            "http": { _ in HTTPProgram.main() }, "remote-firestore": FirestoreProgram.main,
            "remote-folder": FolderProgram.main, "remote-git": GitProgram.main,
            "remote-store": StoreProgram.main, "store-s3": { _ in S3Program.main() },
        ])
    }
}
