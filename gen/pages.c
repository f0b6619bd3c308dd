/* ridge-pages: all commands, with everything that sets and draws. */
#include "ask/command.h"

#define ASK(name, summary)  extern const struct command command_##name;
#define MAKE(name, summary) ASK(name, summary)
#include "ask/commands.def"
#undef ASK

int main(int argc, char **argv) {
    static const struct command_row rows[] = {
#define ASK(name, summary) {#name, summary, &command_##name},
#include "ask/commands.def"
#undef ASK
#undef MAKE
    };
    return command_main(argc, argv, rows, sizeof rows / sizeof *rows);
}
