import { availableParallelism } from 'node:os'
import { normalPassword } from 'contract/users'
import { UserError } from './users.errors'

/** OWASP's minimum for argon2id, which is the package's default algorithm. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

const atOnce = Math.max(1, Math.min(4, availableParallelism()))
const maxWaiting = 64

/** A hash of the same cost that matches no password, so that a check for an unknown customer takes as long. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$eBodiQe9MBnCZTyMa8gVvw$NDs0dVbkY0AYUctYA/mOWT3fMFbo0gJZC0y0VZG5IAo'

/** Throws UserError (`overloaded`) when too many hashes are waiting. */
export const hashPassword = (password: string): Promise<string> =>
  runInTurn(async () => (await import('@node-rs/argon2')).hash(normalPassword(password), cost))

/** Takes the same time without a hash. Throws UserError (`overloaded`) when too many hashes are waiting. */
export const passwordFits = (password: string, hash: string | undefined): Promise<boolean> =>
  runInTurn(async () => {
    const { verify } = await import('@node-rs/argon2')
    return (await verify(hash ?? dummyHash, normalPassword(password))) && hash !== undefined
  })

let running = 0
const waiting: (() => void)[] = []

/** How many hashes this process computes now, and how many wait. */
export const passwordHashQueue = () => ({ running, waiting: waiting.length })

/**
 * Each hash takes 19 MiB and a thread of the small pool that files share, so few run at once and the queue is bounded.
 */
const runInTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running >= atOnce) {
    if (waiting.length >= maxWaiting) throw new UserError({ code: 'overloaded' })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
