/** A failure that its message explains in full: printed as it is, without a stack. */
export class Stop extends Error {}

/** Runs an entry script; a Stop ends it with its own line and code 1. */
export async function entry(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    process.exitCode = 1
  }
}
