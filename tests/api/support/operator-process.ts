import { printCommandLine } from 'api/commands/command-line'

/** The program of the operator's commands, as `build/admin.js` has them. */
const [, file = '', ...typed] = process.argv
void printCommandLine(typed, file)
