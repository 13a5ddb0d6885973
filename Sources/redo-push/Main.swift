import RedoCommand
import RedoRemote

@main enum Main {
    static func main() { Command.push.main() }
}
