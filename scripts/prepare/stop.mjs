/** A failure that its message fully explains: printed without a stack. */
export class Stop extends Error {}

/** Runs an entry script; a Stop prints its message and exits with code 1. */
export async function entry(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    process.exitCode = 1
  }
}
