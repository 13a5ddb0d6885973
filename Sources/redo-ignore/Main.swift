import RedoCommand
import RedoPorcelain

@main enum Main {
    static func main() { Command.ignore.main() }
}
