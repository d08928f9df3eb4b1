import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { endpoints } from 'contract/endpoints'
import { apiSecrets, readSettings } from 'process/settings'
import { z } from 'zod'
import { FaultsFound, type InputContext, UsageError } from '../../command'
import type { Result } from './check-step'
import type { Deviation } from './deviation'
import type { Login } from './session-steps'
import { walkContract } from './walk'

const usualTimeoutMs = 10_000

/**
 * Compares an operator's product API with the contract, call by call. Returns the report; throws FaultsFound with it
 * if a call deviates or is missing, a UsageError for invalid arguments, a ConfigError if nothing answers.
 */
export const checkApiCommand = async ({
  input,
}: InputContext<'login' | 'write' | 'timeout' | 'json'>): Promise<string> => {
  const url = addressOf(input.positionals[0] ?? '')
  const timeoutMs = timeoutOf(input.text('timeout'))
  const { API_SECRET: secrets } = readSettings(z.object({ API_SECRET: apiSecrets }), process.env)
  const login = await loginOf(input.text('login'))
  if (input.has('write') && !login) throw new UsageError('--write: needs --login')
  const upstream = { url, secret: secrets?.[0], timeoutMs }
  const results = await walkContract(upstream, { login, write: input.has('write') })
  const report = input.has('json') ? reportJson(url, results) : reportTable(results)
  if (results.some(({ verdict }) => verdict === 'deviates' || verdict === 'missing'))
    throw new FaultsFound(report)
  return report
}

const addressOf = (typed: string): string => {
  const { success, data } = z.url({ protocol: /^https?$/ }).safeParse(typed)
  if (!success) throw new UsageError(`${typed}: must be an http:// or https:// address`)
  const { origin, pathname, username, search } = new URL(data)
  if (username || search) throw new UsageError('the address takes neither a name nor a query')
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

const timeoutOf = (typed: string | undefined): number => {
  if (typed === undefined) return usualTimeoutMs
  if (!/^[1-9]\d{1,5}$/.test(typed)) throw new UsageError('--timeout: must be milliseconds, 10 to 999999')
  return Number(typed)
}

const loginOf = async (email: string | undefined): Promise<Login | null> => {
  if (email === undefined) return null
  const password = process.env.CHECK_API_PASSWORD || (await askPassword(`Password of ${email}: `))
  if (!password) throw new UsageError('--login: no password in CHECK_API_PASSWORD or the standard input')
  return { email, password }
}

interface Terminal {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stderr: NodeJS.WritableStream
}

/** Reads the first line of standard input; a terminal does not echo it. Empty at the end of the input. */
export const askPassword = async (
  question: string,
  { stdin, stderr }: Terminal = process,
): Promise<string> => {
  const isTerminal = stdin.isTTY === true
  if (isTerminal) stderr.write(question)
  const silentOutput = new Writable({ write: (_piece, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silentOutput, terminal: isTerminal })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTerminal) stderr.write('\n')
  }
}

const verdicts = ['holds', 'deviates', 'missing', 'not checked'] as const

const totalsOf = (results: readonly Result[]) =>
  Object.fromEntries(
    verdicts.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
  )

/** For people: a line for each call, with its deviations below. */
const reportTable = (results: readonly Result[]): string =>
  [
    ...results.flatMap((result) => {
      const { method, path } = endpoints[result.name]
      return [[result.verdict.padEnd(12), method.padEnd(7), path].join(''), ...detailsOf(result)]
    }),
    '',
    Object.entries(totalsOf(results))
      .map(([verdict, count]) => `${verdict}: ${count}`)
      .join(', '),
    '',
  ].join('\n')

const indented = (text: string) => `${' '.repeat(12)}${text}`

const detailsOf = (result: Result): string[] => {
  switch (result.verdict) {
    case 'holds':
      return []
    case 'deviates':
      return result.deviations.map((one) => indented(deviationLine(one)))
    case 'missing':
      return [indented(`answers ${result.status}; in the portal ${result.without}`)]
    case 'not checked':
      return [indented(result.reason)]
  }
}

const deviationLine = ({ when, path, expected, got, times }: Deviation) =>
  `${when}: ${path}: expected ${expected}, got ${got}${times > 1 ? `, ${times} times` : ''}`

/** For programs: one JSON document. */
const reportJson = (url: string, results: readonly Result[]): string =>
  `${JSON.stringify(
    {
      url,
      totals: totalsOf(results),
      calls: results.map(({ name, ...result }) => {
        const { method, path, standing } = endpoints[name]
        return { name, method, path, standing, ...result }
      }),
    },
    null,
    2,
  )}\n`
