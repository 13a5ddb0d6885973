// The arguments that the kernel gave this process.
//
// Swift's own `CommandLine` reads them from /proc/self/cmdline, which is not there in every container, and repairs
// what is not UTF-8.

// How many there are, with the name of the program.
int redo_argument_count(void);

// One of them, which stays where it is until the process ends.
const char *redo_argument(int index);

// The name of the file that was executed, which may be relative to the folder that the process was started in; null
// if it is not known: AT_EXECFN of getauxval(3).
const char *redo_executable_name(void);
