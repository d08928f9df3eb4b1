import { readFileSync } from 'node:fs'

/**
 * The peak memory of a process in bytes, by default of this one. Not `maxRSS` of `resourceUsage`: that includes the
 * memory of the parent process.
 */
export const peakMemory = (pid: number | 'self' = 'self'): number => {
  const [, kilobytes = ''] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
