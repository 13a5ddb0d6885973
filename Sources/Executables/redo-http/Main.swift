import RedoFirestoreRemote

@main enum Main {
    static func main() { FirestoreProgram.main() }
}
