import { complaintOf, exitCodeOf, runCommandLine } from './commands/command-line'

const [, file = '', ...typed] = process.argv

runCommandLine(typed, file).then(
  (printed) => {
    process.stdout.write(printed)
  },
  (error: unknown) => {
    console.error(complaintOf(error))
    process.exitCode = exitCodeOf(error)
  },
)
