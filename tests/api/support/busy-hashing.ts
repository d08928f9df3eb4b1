import { hashPassword, passwordHashQueue } from 'api/users'

/** Keeps the queue of hashes full, until the returned function is called. */
export const keepHashingBusy = () => {
  const hashing: Promise<void>[] = []
  let isOver = false
  const fill = () => {
    while (!isOver && passwordHashQueue().waiting < 64) hashing.push(hashPassword('сорок кошек').then(fill))
  }
  fill()
  return async () => {
    isOver = true
    await Promise.all(hashing)
  }
}
