// The arguments that the kernel passed to this process.
//
// Swift's own `CommandLine` reads them from /proc/self/cmdline, which is missing in some containers, and it replaces
// bytes that are not UTF-8.

// The number of arguments, with the name of the program.
int redo_argument_count(void);

// An argument, which stays in memory until the process ends.
const char *redo_argument(int index);

// The name of the file that was executed, which may be relative to the directory that the process was started in; null
// if it is unknown: AT_EXECFN of getauxval(3).
const char *redo_executable_name(void);
