import { pino } from 'pino'
import { z } from 'zod'
import type { ParentLog } from './log'

/** The output of a log: standard output, standard error, or a buffer of a test. */
interface LogOutput {
  write(text: string): unknown
  isTTY?: boolean
  fd?: number
}

/** One event a line: JSON for programs, words for a person at a terminal. Never log personal data. */
export const createLog = (level: string, output: LogOutput = process.stdout): ParentLog =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
    },
    destinationOf(output),
  )

const destinationOf = (output: LogOutput) => {
  if (output.isTTY) return { write: (line: string) => void output.write(inWords(line)) }
  if (output.fd !== undefined) return pino.destination({ dest: output.fd, sync: true })
  return { write: (line: string) => void output.write(line) }
}

const event = z
  .object({
    level: z.string(),
    time: z.iso.datetime(),
    msg: z.string().optional(),
    stack: z.string().optional(),
  })
  .loose()

const widestLevel = 'error'.length

/** Ids of requests and runs are shortened to eight characters, as on error screens. */
const uuid = /^([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const shortened = (value: unknown) =>
  typeof value === 'string' ? value.replace(uuid, '$1') : JSON.stringify(value)

const inWords = (line: string): string => {
  const { level, time, msg, stack, ...fields } = event.parse(JSON.parse(line))
  const clock = new Date(time).toLocaleTimeString('ru-RU')
  const values = Object.entries(fields).map(([name, value]) => `${name}=${shortened(value)}`)
  const words = [clock, level.padEnd(widestLevel), msg, ...values].filter(Boolean).join(' ')
  return `${[words, ...(stack ? [stack] : [])].join('\n')}\n`
}
