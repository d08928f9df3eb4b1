import { statfs } from 'node:fs/promises'

export const MEGABYTE = 1024 * 1024

/** The free bytes on the disk of the folder, without those reserved for root. */
export const freeSpace = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
