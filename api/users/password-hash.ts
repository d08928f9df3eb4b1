import { availableParallelism } from 'node:os'
import { overloaded } from 'api/http/refusal'

/** What OWASP asks of argon2id at the least; the package's own default algorithm is argon2id. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

const atOnce = Math.max(1, Math.min(4, availableParallelism()))
const waitingAtMost = 64

/** A hash of the same cost that no password has, so that an unknown customer takes the same time as a known one. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$eBodiQe9MBnCZTyMa8gVvw$NDs0dVbkY0AYUctYA/mOWT3fMFbo0gJZC0y0VZG5IAo'

/** One spelling of what looks the same: keyboards differ in how they compose «й» and «ё». */
const spelled = (password: string) => password.normalize('NFC')

/** Throws a 503 refusal when too many are waiting already. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => (await import('@node-rs/argon2')).hash(spelled(password), cost))

/** Takes as long without a hash to compare with. Throws a 503 refusal when too many are waiting already. */
export const passwordFits = (password: string, hash: string | undefined): Promise<boolean> =>
  inTurn(async () => {
    const { verify } = await import('@node-rs/argon2')
    return (await verify(hash ?? nobodysHash, spelled(password))) && hash !== undefined
  })

let running = 0
const waiting: (() => void)[] = []

/** Each hash takes 19 MiB and a thread of the few that files share: they go in turn, and not without end. */
const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running >= atOnce) {
    if (waiting.length >= waitingAtMost) throw overloaded(2)
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
