import { commandOf, complaintOf, exitCodeOf, help } from 'api/commands/command-list'
import { UsageError } from 'api/commands/usage-error'
import { readApiConfig } from 'api/config'
import { pino } from 'pino'

/** It reads the settings itself, those of the portal, too. */
const doctorCommand = {
  usage: 'doctor [--json]',
  summary: 'check settings, database, mail, gateway and the rest, and say what to mend',
}

interface Done {
  printed: string | Uint8Array
  exitCode?: 1
}

const isHelp = (word: string | undefined) => word === 'help' || word === '--help' || word === '-h'

const examineAll = async (options: string[]): Promise<Done> => {
  if (options.length > 1 || (options.length === 1 && options[0] !== '--json'))
    throw new UsageError('doctor: takes nothing, or --json')
  const { doctor } = await import('./doctor/doctor')
  const { isWell } = await import('./doctor/examine')
  const { asJson, asText } = await import('./doctor/report')
  const results = await doctor(process.env)
  const printed = options.length === 1 ? asJson(results) : asText(results)
  return isWell(results) ? { printed } : { printed, exitCode: 1 }
}

const run = async ([name, ...options]: string[]): Promise<Done> => {
  if (name === undefined || isHelp(name)) return { printed: help({ doctor: doctorCommand }) }
  const isDoctor = name === 'doctor'
  const command = isDoctor ? doctorCommand : commandOf(name, ['doctor'])
  if (options.some(isHelp)) return { printed: `${command.usage}\n${command.summary}\n` }
  if (isDoctor) return examineAll(options)
  const config = readApiConfig(process.env)
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
  return { printed: await commandOf(name).run(config, options, log) }
}

run(process.argv.slice(2)).then(
  ({ printed, exitCode }) => {
    process.stdout.write(printed)
    if (exitCode) process.exitCode = exitCode
  },
  (error: unknown) => {
    console.error(complaintOf(error))
    process.exitCode = exitCodeOf(error)
  },
)
