import type { CommandDescription } from 'cli/command'
import { UsageError } from 'cli/command'
import { helpOfOne } from 'cli/help'
import { readArguments } from 'cli/read-arguments'
import { type EndpointName, isEndpointName } from 'contract/endpoints'
import { readScenario, type Scenario, scenarioSummaries } from './scenarios'

/** The status with which a call fails. */
export type Failures = ReadonlyMap<EndpointName, number>

export interface MockOptions {
  scenario: Scenario
  failures: Failures
  delayMs: number
}

const usualDelayMs = 3_000
const longestDelayMs = 60_000

const description: CommandDescription<'scenario' | 'fail' | 'delay'> = {
  summary: 'serve the product API from invented data, for trying a portal or screens; never in production',
  options: {
    scenario: {
      value: 'NAME,…',
      summary: Object.entries(scenarioSummaries)
        .map(([name, summary]) => `${name}: ${summary}`)
        .join('\n      '),
    },
    fail: { value: 'CALL=STATUS,…', summary: 'calls that fail, such as history=503,invoice=500' },
    delay: { value: 'MS', summary: `of the scenario slow, ${usualDelayMs} unless given` },
  },
}

export const mockHelp = (): string => helpOfOne('--mock', description)

/** Reads the arguments after `--mock`. Throws a UsageError for invalid ones. */
export const readMockOptions = (args: readonly string[]): MockOptions => {
  const input = readArguments('--mock', description, args)
  const scenario = readScenario(input.text('scenario') ?? 'normal')
  const failures = readFailures(input.text('fail'))
  const answers = new Set([...scenario.answers, ...(failures.size > 0 ? (['errors'] as const) : [])])
  return { scenario: { ...scenario, answers }, failures, delayMs: readDelay(input.text('delay')) }
}

const readFailures = (text: string | undefined): Failures =>
  new Map((text ? text.split(',') : []).map(readFailure))

const readFailure = (text: string): [EndpointName, number] => {
  const [, name = '', status = ''] = /^\s*(\w+)=([45]\d\d)\s*$/.exec(text) ?? []
  if (!isEndpointName(name))
    throw new UsageError(`--fail ${text}: must be a call of the contract and a status, such as history=503`)
  return [name, Number(status)]
}

const readDelay = (text: string | undefined): number => {
  if (text === undefined) return usualDelayMs
  const delay = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(delay <= longestDelayMs))
    throw new UsageError(`--delay: must be milliseconds, ${longestDelayMs} at most`)
  return delay
}
