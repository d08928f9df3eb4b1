import { ConfigError } from 'contract/settings'

/** The command was called in a wrong way, and has not begun. The message says how to call it. */
export class UsageError extends ConfigError {}

/** The command has run and found faults: `report` is its result, printed as any other, with the exit code 1. */
export class FaultsFound extends Error {
  override readonly name = 'FaultsFound'

  constructor(readonly report: string) {
    super('faults were found')
  }
}
