// Functions of the C library that its Swift module leaves out, because its headers declare them only
// for programs that ask for GNU's extensions.

// Waits until the file system that holds an open file has written everything: syncfs(2).
int syncfs(int descriptor);
