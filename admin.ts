import type { OwnCommand } from 'api/commands/command'
import { complaintOf, exitCodeOf, runCommandLine } from 'api/commands/command-line'

/** Here and not among the API's commands, because it reads the settings of the portal, too. */
const doctor: OwnCommand = {
  summary: 'check settings, database, mail, gateway and the rest, and say what to mend',
  options: { json: { summary: 'for programs' } },
  async run(given) {
    const { doctor: examineAll } = await import('./doctor/doctor')
    const { isWell } = await import('./doctor/examine')
    const { asJson, asText } = await import('./doctor/report')
    const results = await examineAll(process.env)
    const printed = given.has('json') ? asJson(results) : asText(results)
    return isWell(results) ? { printed } : { printed, exitCode: 1 }
  },
}

const [, file = '', ...typed] = process.argv

runCommandLine(typed, file, { doctor }).then(
  ({ printed, exitCode }) => {
    process.stdout.write(printed)
    if (exitCode) process.exitCode = exitCode
  },
  (error: unknown) => {
    console.error(complaintOf(error))
    process.exitCode = exitCodeOf(error)
  },
)
