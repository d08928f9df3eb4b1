import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type ApiWorld, openApiWorld } from '../support/api-world'
import { addToRegister } from '../support/billing-register'
import {
  atBank,
  balance,
  bankPageOf,
  newKey,
  payAsGuest,
  paymentOf,
  runJobs,
} from '../support/payments-world'

const MINUTE = 60_000
const amount = 260_091

describe('an SQLite file on a full disk', () => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await openApiWorld('sqlite', { bankApart: true })
  })
  afterAll(() => world.close())

  const pragma = async (text: string) => {
    const { rows } = await sql.raw<Record<string, number>>(`pragma ${text}`).execute(world.database.db)
    return Object.values(rows[0] ?? {})[0] ?? 0
  }
  /** SQLite answers as on a full disk when the file may have no more pages. */
  const fillDisk = async () => pragma(`max_page_count = ${await pragma('page_count')}`)
  const freeDisk = () => pragma('max_page_count = 1000000')

  /** Begins payments until one is refused; what is left of the file's last pages takes a few. */
  const beginUntilFull = async (account: string) => {
    const begun: { key: string; answer: Answer }[] = []
    const isRefused = () => begun.some(({ answer }) => answer.status >= 400)
    while (begun.length < 200 && !isRefused()) {
      const key = newKey()
      begun.push({ key, answer: await payAsGuest(world.browser(), account, { key }) })
    }
    return begun
  }

  it('is still read, refuses writes with 503, loses nothing, and works once there is room', async () => {
    const account = await addToRegister(world.database.db)
    const paid = paymentOf(await payAsGuest(world.browser(), account))
    await atBank(world.api).pay(bankPageOf(paid))
    await fillDisk()
    const begun = await beginUntilFull(account)
    const refused = begun.at(-1)
    expect(refused?.answer).toMatchObject({
      status: 503,
      body: { message: 'Сервис временно недоступен. Попробуйте ещё раз.' },
    })
    expect(world.logged).toContainEqual(expect.objectContaining({ code: 'SQLITE_FULL' }))
    expect((await world.browser().get(`/api/v1/pay/${paid.id}`)).status).toBe(200)

    await freeDisk()
    const again = paymentOf(await payAsGuest(world.browser(), account, { key: refused?.key ?? '' }))
    expect(begun.map(({ answer }) => Object(answer.body).data?.id)).not.toContain(again.id)
    await atBank(world.api).pay(bankPageOf(again))
    world.pass(MINUTE)
    await runJobs(world.wired)
    expect(await balance(world, account)).toBe(-2 * amount)
  })
})
