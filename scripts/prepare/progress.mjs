const HEARTBEAT_MS = 15_000

export const seconds = (startedAt) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`

/** Prints the start, regular progress and the end of a piece of work as plain lines. */
export async function step(title, work) {
  const startedAt = Date.now()
  console.log(`${title} …`)
  const heartbeat = setInterval(() => console.log(`  … ${title}: ${seconds(startedAt)}`), HEARTBEAT_MS)
  try {
    const result = await work()
    console.log(`${title}: done in ${seconds(startedAt)}`)
    return result
  } finally {
    clearInterval(heartbeat)
  }
}
