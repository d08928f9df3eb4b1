import { printCommandLine } from './commands/command-line'

const [, file = '', ...typed] = process.argv

await printCommandLine(typed, file)
