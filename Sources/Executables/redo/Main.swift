import RedoCommands
import RedoFirestoreRemote
import RedoGitRemote

@main enum Main {
    static func main() {
        Suite.main(programs: [
            "remote-firestore": FirestoreProgram.main, "remote-git": GitProgram.main,
        ])
    }
}
