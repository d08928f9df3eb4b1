import type { SectionByCode } from 'api/db/lifecycle'
import type { Customer } from 'api/http/customer'
import { findDeviceHashes, UserError } from 'api/users'
import { findConsents } from './consents.repository'
import { declaredSections } from './copied-rows.repository'
import { findAddressesOf } from './deletion.repository'
import type { MyDataDeps } from './deletion.service'
import {
  accountPaymentsOf,
  asShownAccount,
  findAddedAccounts,
  invoicesOf,
  ledgerOf,
  metersOf,
  readingReceiptsOf,
  readingsOf,
} from './export-accounts.repository'
import { limitedUsesOf } from './export-limits'
import { autopaymentRunsOf, guestPaymentsOf, ownPaymentsOf } from './export-payments.repository'
import {
  changesOf,
  findGrantsOf,
  findProfile,
  letterRequestsOf,
  lettersOf,
  mailedLinksOf,
} from './export-person.repository'
import { jsonDocument, type Section } from './json-document'
import { aboutCopy, notShown } from './my-data.words'

/** Sections without a table of their own: they show rows of other sections again, in another role of the customer. */
type SectionOfNoTable = 'consents' | 'accountPayments' | 'guestPayments'

/** Exports all data about a customer as one JSON document of any size, read page by page while it is sent. */
export const exportService = ({ database: { db }, limiter }: Pick<MyDataDeps, 'database' | 'limiter'>) => ({
  /** Throws LimitReached, and UserError (`no_customer`). Pages are read later and show the data of that time. */
  async open(customer: Customer, now: Date): Promise<AsyncIterable<string>> {
    const { id } = customer
    await limiter.admit([{ limit: 'exportsPerCustomer', by: [id] }], now)
    const profile = await findProfile(db, id)
    if (!profile) throw new UserError({ code: 'no_customer' })
    const addresses = await findAddressesOf(db, customer)
    const addressee = { userId: id, addresses }
    const accounts = await findAddedAccounts(db, id)
    const limitedUses = limitedUsesOf({
      ...customer,
      accounts: accounts.map(({ account }) => account),
      deviceHashes: await findDeviceHashes(db, id),
    })
    const byCode: Readonly<Record<SectionByCode | SectionOfNoTable, Section>> = {
      profile: { value: profile },
      consents: { value: await findConsents(db, id) },
      changes: { pages: changesOf(db, id) },
      mailedLinks: { value: await mailedLinksOf(db, id) },
      letterRequests: { value: await letterRequestsOf(db, addressee) },
      letters: { pages: lettersOf(db, addressee) },
      limits: { value: await limiter.countsOf(limitedUses, now) },
      accounts: { value: accounts.map(asShownAccount) },
      accountGrants: { value: await findGrantsOf(db, id) },
      invoices: { pages: invoicesOf(db, id) },
      ledger: { pages: ledgerOf(db, id) },
      accountPayments: { pages: accountPaymentsOf(db, id) },
      meters: { pages: metersOf(db, id) },
      readingReceipts: { pages: readingReceiptsOf(db, id) },
      readings: { pages: readingsOf(db, id) },
      payments: { pages: ownPaymentsOf(db, id) },
      guestPayments: { pages: guestPaymentsOf(db, addresses) },
      autopaymentRuns: { pages: autopaymentRunsOf(db, id) },
    }
    return jsonDocument({
      about: { value: aboutCopy },
      createdAt: { value: now.toISOString() },
      notShown: { value: notShown },
      ...byCode,
      ...declaredSections(db, id),
    })
  },
})
