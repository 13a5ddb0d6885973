import RedoFirestoreRemote

@main enum Main {
    static func main() { FirestoreCommands.main() }
}
