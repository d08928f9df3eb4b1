import type { ServerConfig } from 'api/server-config'
import type { WiringOptions } from 'api/wire-payments'
import { commandOf } from 'cli/command-list'
import { runCommand } from 'cli/run-command'
import type { Log } from 'monitoring/log'
import type { FreshDatabase } from '../../support/databases'

interface OperatorsWorld extends Partial<Pick<WiringOptions, 'aroundGateway'>> {
  config: ServerConfig
  fresh: Pick<FreshDatabase, 'databaseUrl' | 'dataDir'>
  now: () => Date
  log?: Log
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Runs commands of an operator on the database of the API; they return what is printed. */
export const operatorOf =
  ({ config, fresh: { databaseUrl, dataDir }, now, log = silent, ...around }: OperatorsWorld) =>
  (name: string, ...args: string[]) =>
    runCommand(() => ({ ...around, config: { ...config, databaseUrl, dataDir }, log, clock: now }), {
      name,
      command: commandOf(name),
      args,
    })

/** Like `operatorOf`, but the output is one text without its last line end. */
export const readingOperatorOf = (world: OperatorsWorld) => {
  const run = operatorOf(world)
  return async (name: string, ...args: string[]) =>
    new TextDecoder().decode(new Uint8Array(Buffer.from(await run(name, ...args)))).replace(/\n$/, '')
}

/** The option of commands that need a reason. */
export const why = ['--why', 'the payer has asked'] as const
