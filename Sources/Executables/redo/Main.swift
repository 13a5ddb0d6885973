import RedoCheckpointRemote
import RedoCommands
import RedoFirestoreRemote
import RedoGitRemote
import RedoMachine

@main enum Main {
    static func main() {
        Suite.main(programs: [
            "http": HTTPProgram.main, "remote-firestore": FirestoreProgram.main,
            "remote-folder": FolderProgram.main, "remote-git": GitProgram.main,
        ])
    }
}
