import { readFileSync } from 'node:fs'

/**
 * The most memory that a process has had, in bytes; of this one without `pid`. Not `maxRSS` of `resourceUsage`, which
 * begins with the memory of the process that has started it.
 */
export const peakMemory = (pid: number | 'self' = 'self'): number => {
  const [, kilobytes = ''] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
