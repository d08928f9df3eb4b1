import { type Command, FaultsFound } from './command'
import { printCommandLine } from './command-line'

/** Not in command-list.ts: it reads the settings of the portal, and build/api.js is without the portal. */
const doctor: Command = {
  summary: 'check settings, database, mail, gateway and the rest, and say what to mend',
  options: { json: { summary: 'for programs' } },
  needs: 'nothing',
  async load() {
    const { asJson, asText, isHealthy, runDoctor } = await import('./doctor/doctor')
    return async ({ input }) => {
      const results = await runDoctor(process.env)
      const printed = input.has('json') ? asJson(results) : asText(results)
      if (!isHealthy(results)) throw new FaultsFound(printed)
      return printed
    }
  },
}

const [, file = '', ...args] = process.argv

void printCommandLine(args, file, { doctor })
