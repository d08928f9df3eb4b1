import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freeSpace, MEGABYTE } from 'monitoring/free-space'
import { systemUser } from 'process/system-user'
import { type Check, failed, notChecked, ok, reasonOf, warning } from '../check'

const failureBytes = 100 * MEGABYTE
const warningBytes = 1_024 * MEGABYTE
/** The check writes so many bytes, because a quota may allow less than the free space. */
const probeBytes = 4 * MEGABYTE

interface DiskOptions {
  dataDir: string
  /** Free bytes; for tests. */
  freeBytes?: (folder: string) => Promise<number>
}

/** Whether DATA_DIR can be written, and how much space its disk has. */
export const diskCheck = ({ dataDir, freeBytes = freeSpace }: DiskOptions): Check => ({
  name: 'disk',
  async run() {
    const probe = join(dataDir, `.doctor-${randomUUID()}`)
    try {
      await writeFile(probe, Buffer.alloc(probeBytes), { flush: true })
    } catch (error) {
      const reason = reasonOf(error)
      await rm(probe, { force: true }).catch(() => {})
      if (reason === 'ENOSPC' || reason === 'EDQUOT')
        return failed(`${dataDir} is full: ${reason}`, 'Make space at once: nothing can be stored.')
      if (reason === 'ENOENT') return notChecked(`there is no ${dataDir} yet: the server creates it`)
      return failed(
        `${systemUser()} can not write to ${dataDir}: ${reason}`,
        'Let the folder belong to the server’s user, and run doctor as that user.',
      )
    }
    await rm(probe)
    const free = await freeBytes(dataDir)
    const summary = `${dataDir} can be written, ${Math.floor(free / MEGABYTE)} MB are free`
    if (free < failureBytes)
      return failed(summary, 'Make space at once: the database can not be written without it.')
    return free < warningBytes
      ? warning(summary, 'Make space, or move DATA_DIR to a larger disk.')
      : ok(summary)
  },
})
