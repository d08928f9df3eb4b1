import type { ApiConfig } from 'api/config'
import type { Database, Queries } from 'api/db/database'
import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse, Limiter } from 'api/limits/limiter'
import type { SecretLink } from 'api/mail/mailed-link'
import { customerOfOffLink } from 'api/mail/off-links.repository'
import { DomainError, Refusal } from 'api/refusal'
import { today } from 'format/dates'
import {
  deleteWish,
  findIssuedSince,
  saveNotice,
  storeWish,
  wantsLetters,
} from './invoice-letters.repository'

/** No letter about invoices had such a link. */
class OffLinkUnknown extends DomainError {
  override readonly name = 'OffLinkUnknown'

  override refusal() {
    return new Refusal(422, { message: 'Ссылка устарела или скопирована не целиком.' })
  }
}

export interface InvoiceLettersDeps {
  config: Pick<ApiConfig, 'timeZone'>
  database: Database
  limiter: Limiter
}

/** Whether a customer wants letters about invoices. */
export const invoiceLettersService = ({ config, database, limiter }: InvoiceLettersDeps) => ({
  areOn: (userId: string) => wantsLetters(database.db, userId),

  async change({ userId, on, now }: { userId: string; on: boolean; now: Date }) {
    const day = today(config.timeZone, now)
    await database.transaction(
      (trx) => (on ? turnOn(trx, { userId, day, now }) : deleteWish(trx, userId)),
      'read committed',
    )
  },

  /** Turns them off by the link in a letter, without signing in. Throws OffLinkUnknown. */
  async stop({ id, code, visitor }: SecretLink & { visitor: Visitor }, now: Date) {
    const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
    await limiter.admit(uses, now)
    const userId = await customerOfOffLink(database.db, { id, code }, 'invoices')
    if (userId === undefined) throw new OffLinkUnknown()
    await database.transaction((trx) => deleteWish(trx, userId), 'read committed')
    await limiter.giveBack(uses)
  },
})

const turnOn = async (trx: Queries, { userId, day, now }: { userId: string; day: string; now: Date }) => {
  const moment = now.toISOString()
  const isNew = await storeWish(trx, { userId, now: moment, firstLookOn: day })
  if (!isNew) return
  // An invoice has a day of issue, and no time. Invoices of today that exist already are not new to the customer.
  for (const invoiceId of await findIssuedSince(trx, { userId, at: moment, day }))
    await saveNotice(trx, { userId, invoiceId, isLast: true, now: moment })
}
