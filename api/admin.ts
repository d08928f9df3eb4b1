import { pino } from 'pino'
import { commandOf, complaintOf, exitCodeOf, help } from './commands/command-list'
import { readApiConfig } from './config'

const isHelp = (word: string | undefined) => word === 'help' || word === '--help' || word === '-h'

const run = async ([name, ...options]: string[]): Promise<string | Uint8Array> => {
  if (name === undefined || isHelp(name)) return help()
  const command = commandOf(name)
  if (options.some(isHelp)) return `${command.usage}\n${command.summary}\n`
  const config = readApiConfig(process.env)
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
  return command.run(config, options, log)
}

run(process.argv.slice(2)).then(
  (printed) => {
    process.stdout.write(printed)
  },
  (error: unknown) => {
    console.error(complaintOf(error))
    process.exitCode = exitCodeOf(error)
  },
)
