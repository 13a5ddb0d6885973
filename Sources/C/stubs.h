// Stubs for the functions of a C library that is loaded when it is first needed.
//
// A stub has the name of its function, and jumps to an address that `SharedLibrary` fills in. It touches neither
// arguments nor stack, so functions with a variable number of arguments work, and pointers to functions. A call
// before the library is loaded ends the process with SIGSEGV. Stubs are hidden, so that a loaded library finds its own
// functions instead.

#if defined(__x86_64__)
#define REDO_JUMP(address) "jmp *" address "(%rip)\n"
#elif defined(__aarch64__)
#define REDO_JUMP(address) "adrp x16, " address "\nldr x16, [x16, :lo12:" address "]\nbr x16\n"
#else
#error "The jump of this processor is missing."
#endif

#define REDO_STUB(name) \
    __asm__(".section .bss.redo_stubs, \"aw\", @nobits\n" \
            ".Laddress_" #name ": .zero 8\n" \
            ".text\n" \
            ".globl " #name "\n" \
            ".hidden " #name "\n" \
            ".type " #name ", @function\n" \
            #name ": " REDO_JUMP(".Laddress_" #name) \
            ".size " #name ", . - " #name "\n");

#define REDO_NAME(name) #name "\0"

// Defines the stubs of a library, and the arguments of SharedLibrary.load: the addresses, and the names of the
// functions in the same order, each with a NUL after it, and another NUL at the end.
//
// FUNCTIONS applies its parameter to the name of each function.
#define REDO_STUBS(library, FUNCTIONS) \
    __asm__(".section .bss.redo_stubs, \"aw\", @nobits\n" \
            ".balign 8\n" \
            ".globl redo_" #library "_slots\n" \
            ".hidden redo_" #library "_slots\n" \
            "redo_" #library "_slots:\n" \
            ".text\n"); \
    FUNCTIONS(REDO_STUB) \
    extern void *redo_##library##_slots[] __attribute__((visibility("hidden"))); \
    void **redo_##library##_addresses(void) { return redo_##library##_slots; } \
    const char *redo_##library##_names(void) { return FUNCTIONS(REDO_NAME); }
