import { type Command, FaultsFound } from './command'
import { printCommandLine } from './command-line'

/** Here and not among the API's commands, because it reads the settings of the portal, too. */
const doctor: Command = {
  summary: 'check settings, database, mail, gateway and the rest, and say what to mend',
  options: { json: { summary: 'for programs' } },
  begins: 'without settings',
  async run({ input }) {
    const { asJson, asText, doctor: runChecks, isHealthy } = await import('./doctor/doctor')
    const results = await runChecks(process.env)
    const printed = input.has('json') ? asJson(results) : asText(results)
    if (!isHealthy(results)) throw new FaultsFound(printed)
    return printed
  },
}

const [, file = '', ...typed] = process.argv

void printCommandLine(typed, file, { doctor })
