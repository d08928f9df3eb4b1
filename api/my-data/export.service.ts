import type { Customer } from 'api/http/customer'
import { UserError } from 'api/users'
import { findAddressesOf } from './addresses.repository'
import { findConsents } from './consents.repository'
import type { MyDataDeps } from './deletion.service'
import {
  accountPaymentsOf,
  accountShown,
  invoicesOf,
  ledgerOf,
  metersOf,
  readingReceiptsOf,
  readingsOf,
} from './export-accounts'
import { findAddedAccounts } from './export-accounts.repository'
import { limitedUsesOf } from './export-limits'
import { autopaymentRunsOf, autopaymentsOf, guestPaymentsOf, ownPaymentsOf } from './export-payments'
import { findCardsOf } from './export-payments.repository'
import { changesOf, invoiceLettersOf, letterRequestsOf, lettersOf, mailedLinksOf } from './export-person'
import {
  findCalendarLinksOf,
  findDevicesOf,
  findGrantsOf,
  findProfile,
  findRemindersOf,
  findSecondStepOf,
  findSessionsOf,
} from './export-person.repository'
import { jsonDocument } from './json-document'
import { aboutCopy, notShown } from './my-data.words'

/** All that is kept about a customer, as one JSON document of any size, read page by page while it is taken. */
export const exportService = ({ database: { db }, limiter }: Pick<MyDataDeps, 'database' | 'limiter'>) => ({
  /** Throws LimitReached, and UserError (`no_customer`). Pages are read later: they show what is kept by then. */
  async open(customer: Customer, now: Date): Promise<AsyncIterable<string>> {
    const { id } = customer
    await limiter.admit([{ limit: 'exportsPerCustomer', by: [id] }], now)
    const profile = await findProfile(db, id)
    if (!profile) throw new UserError({ code: 'no_customer' })
    const addresses = await findAddressesOf(db, customer)
    const addressee = { userId: id, addresses }
    const devices = await findDevicesOf(db, id)
    const accounts = await findAddedAccounts(db, id)
    const counted = limitedUsesOf({
      ...customer,
      accounts: accounts.map(({ account }) => account),
      deviceHashes: devices.map(({ hash }) => hash),
    })
    return jsonDocument({
      about: { value: aboutCopy },
      createdAt: { value: now.toISOString() },
      notShown: { value: notShown },
      profile: { value: profile },
      consents: { value: await findConsents(db, id) },
      changes: { pages: changesOf(db, id) },
      sessions: { value: await findSessionsOf(db, id) },
      secondStep: { value: await findSecondStepOf(db, id) },
      devices: { value: devices.map(({ hash: _, ...device }) => device) },
      mailedLinks: { value: await mailedLinksOf(db, id) },
      letterRequests: { value: await letterRequestsOf(db, addressee) },
      letters: { pages: lettersOf(db, addressee) },
      limits: { value: await limiter.countsOf(counted, now) },
      readingReminders: { value: await findRemindersOf(db, id) },
      invoiceLetters: { value: await invoiceLettersOf(db, id) },
      calendarLinks: { value: await findCalendarLinksOf(db, id) },
      accounts: { value: accounts.map(accountShown) },
      accountGrants: { value: await findGrantsOf(db, id) },
      invoices: { pages: invoicesOf(db, id) },
      ledger: { pages: ledgerOf(db, id) },
      accountPayments: { pages: accountPaymentsOf(db, id) },
      meters: { pages: metersOf(db, id) },
      readingReceipts: { pages: readingReceiptsOf(db, id) },
      readings: { pages: readingsOf(db, id) },
      payments: { pages: ownPaymentsOf(db, id) },
      guestPayments: { pages: guestPaymentsOf(db, addresses) },
      savedCards: { value: await findCardsOf(db, id) },
      autopayments: { pages: autopaymentsOf(db, id) },
      autopaymentRuns: { pages: autopaymentRunsOf(db, id) },
    })
  },
})
