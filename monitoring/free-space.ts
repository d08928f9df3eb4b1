import { statfs } from 'node:fs/promises'

export const MEGABYTE = 1024 * 1024

/** Of the disk that has the folder, in bytes: what is not root's alone. */
export const freeSpace = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
