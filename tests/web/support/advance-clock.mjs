/**
 * Preloaded into a server (`node --import`): SIGUSR2 advances `performance.now` by an hour. Timers and the time of day
 * stay as they are.
 */
const HOUR = 3_600_000
const now = performance.now.bind(performance)
let advancedBy = 0

performance.now = () => now() + advancedBy
process.on('SIGUSR2', () => {
  advancedBy += HOUR
})
