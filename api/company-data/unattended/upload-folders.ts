import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from 'format/durations'

/** A younger one may be in work, also by another process that shares the parent. */
const abandonedAfterMs = DAY
const prefix = 'request-'

/** Runs the work with a new folder in `parent`, and removes it afterwards. */
export const withUploadFolder = async <Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> => {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, prefix))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the folders that processes have left which were killed: their tables have personal data. */
export const removeAbandonedUploads = async (parent: string, now: Date): Promise<void> => {
  if (!existsSync(parent)) return
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(parent, name)
    // Another process may be faster.
    const found = await stat(folder).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > abandonedAfterMs)
      await rm(folder, { recursive: true, force: true })
  }
}
