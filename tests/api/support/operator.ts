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

/** An operator at a command line beside the API; returns what is printed. */
export const operatorOf =
  ({ config, fresh: { databaseUrl, dataDir }, now, log = silent, ...around }: OperatorsWorld) =>
  (name: string, ...args: string[]) =>
    runCommand(() => ({ ...around, config: { ...config, databaseUrl, dataDir }, log, clock: now }), {
      name,
      command: commandOf(name),
      args,
    })

/** The same, with what is printed as text without its last line end. */
export const readingOperatorOf = (world: OperatorsWorld) => {
  const typed = operatorOf(world)
  return async (name: string, ...args: string[]) =>
    new TextDecoder().decode(new Uint8Array(Buffer.from(await typed(name, ...args)))).replace(/\n$/, '')
}

/** For commands that need a reason. */
export const why = ['--why', 'the payer has asked'] as const
