/** The command has run and found faults: `report` is its result, printed as any other, with the exit code 1. */
export class FaultsFound extends Error {
  override readonly name = 'FaultsFound'

  constructor(readonly report: string) {
    super('faults were found')
  }
}
