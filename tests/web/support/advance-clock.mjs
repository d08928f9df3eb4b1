/**
 * Preloaded into a server (`node --import`): on SIGUSR2 an hour passes at once for everything that measures how long it has
 * taken (`performance.now`), while timers and the time of day stay as they are.
 */
const HOUR = 3_600_000
const now = performance.now.bind(performance)
let advancedBy = 0

performance.now = () => now() + advancedBy
process.on('SIGUSR2', () => {
  advancedBy += HOUR
})
