import { maskAccount, maskPayer } from 'api/accounts'
import type { Customer } from 'api/http/customer'
import { UserError } from 'api/users'
import { fromUnits } from 'format/decimal'
import { findAddressesOf } from './addresses.repository'
import { findConsents } from './consents.repository'
import { aboutCopy, notShown } from './export.words'
import {
  findAddedAccounts,
  findHistoryOf,
  findInvoicesOf,
  findLedgerOf,
  findMetersOf,
  findReadingsOf,
  findReceiptsOf,
} from './export-accounts.repository'
import { limitedUsesOf } from './export-limits'
import {
  type ExportedPayment,
  findAutopaymentsToExport,
  findCardsOf,
  findGuestPayments,
  findOwnPayments,
  findPartsOfPayments,
  findPartsOfRuns,
  findRunsOf,
} from './export-payments.repository'
import {
  findCalendarLinksOf,
  findChangesOf,
  findDevicesOf,
  findInvoiceLettersOf,
  findLetterRequestsOf,
  findLettersOf,
  findMailedLinksOf,
  findProfile,
  findRemindersOf,
  findSecondStepOf,
  findSessionsOf,
} from './export-person.repository'
import { jsonDocument, type Section } from './json-document'
import type { MyDataDeps } from './my-data.deps'
import { mapPages, pagesOf } from './pages'

const atOnce = 200

/** All that is kept about a customer, as one JSON document of any size, read page by page while it is taken. */
export const exportService = ({ database: { db }, limiter }: Pick<MyDataDeps, 'database' | 'limiter'>) => {
  const withParts = async (payments: readonly ExportedPayment[]) => {
    const parts = await findPartsOfPayments(
      db,
      payments.map(({ id }) => id),
    )
    const of = <Part extends { payment: string | null }>(rows: readonly Part[], id: string) =>
      rows.filter(({ payment }) => payment === id).map(({ payment: _, ...part }) => part)
    return payments.map(({ request, ...payment }) => ({
      ...payment,
      request: requestShown(request),
      events: of(parts.events, payment.id),
      webhooks: of(parts.webhooks, payment.id),
      refunds: of(parts.refunds, payment.id),
      refundChecks: of(parts.refundChecks, payment.id),
      refundRequests: of(parts.refundRequests, payment.id),
      reconciliationDifferences: of(parts.differences, payment.id).map(({ mended, ...difference }) => ({
        ...difference,
        mended: mended === 1,
      })),
    }))
  }

  const ownPayments = (userId: string) =>
    mapPages(
      pagesOf<ExportedPayment>(atOnce, (last, most) => findOwnPayments(db, userId, last, most)),
      (page) => (page.length === 0 ? [] : withParts(page)),
    )

  /** Anybody may have typed the e-mail, so the account is as hidden as on the page of such a payment. */
  const guestPayments = (emails: readonly string[]) =>
    mapPages(
      pagesOf<ExportedPayment>(atOnce, (last, most) => findGuestPayments(db, emails, last?.id ?? '', most)),
      async (page) => {
        const payments = page.length === 0 ? [] : await withParts(page)
        return payments.map(({ account, request, refunds, refundRequests, ...payment }) => ({
          ...payment,
          account: maskAccount(account),
          request: request && { ...request, account: maskAccount(account) },
          refunds: refunds.map((refund) => ({ ...refund, account: maskAccount(account) })),
          refundRequests: refundRequests.map(({ body: _, ...asked }) => asked),
        }))
      },
    )

  async function* autopayments(userId: string) {
    for (const autopayment of await findAutopaymentsToExport(db, userId)) yield [autopayment]
  }

  async function* runs(userId: string) {
    for (const { id } of await findAutopaymentsToExport(db, userId)) {
      for await (const page of pagesOf<Awaited<ReturnType<typeof findRunsOf>>[number]>(atOnce, (last, most) =>
        findRunsOf(db, id, last?.period ?? '', most),
      )) {
        if (page.length === 0) continue
        const parts = await findPartsOfRuns(
          db,
          page.map((run) => run.id),
        )
        const of = <Part extends { run: string }>(rows: readonly Part[], runId: string) =>
          rows.filter(({ run }) => run === runId).map(({ run: _, ...part }) => part)
        yield page.map(({ toldOverLimit, ...run }) => ({
          ...run,
          toldOverLimit: toldOverLimit === 1,
          attemptsMade: of(parts.lines, run.id),
          optOutLinks: of(parts.optOutLinks, run.id),
        }))
      }
    }
  }

  /** Rows of all accounts on the customer's list, account by account. */
  async function* ofAccounts<Row>(
    userId: string,
    read: (account: string, last: Row | undefined, most: number) => Promise<readonly Row[]>,
  ) {
    for (const { account } of await findAddedAccounts(db, userId))
      yield* pagesOf<Row>(atOnce, (last, most) => read(account, last, most))
  }

  return {
    /** Throws LimitReached, and UserError (`no_customer`). Pages are read later: they show what is kept by then. */
    async open(customer: Customer, now: Date): Promise<AsyncIterable<string>> {
      await limiter.admit([{ limit: 'exportsPerCustomer', by: [customer.id] }], now)
      const { id } = customer
      const profile = await findProfile(db, id)
      if (!profile) throw new UserError({ code: 'no_customer' })
      const addresses = await findAddressesOf(db, customer)
      const addressee = { userId: id, addresses }
      const links = await findMailedLinksOf(db, id)
      const requests = await findLetterRequestsOf(db, addressee)
      const devices = await findDevicesOf(db, id)
      const accounts = await findAddedAccounts(db, id)
      const counted = limitedUsesOf({
        ...customer,
        accounts: accounts.map(({ account }) => account),
        deviceHashes: devices.map(({ hash }) => hash),
      })
      const invoiceLetters = await findInvoiceLettersOf(db, id)
      const sections: Record<string, Section> = {
        about: { value: aboutCopy },
        createdAt: { value: now.toISOString() },
        notShown: { value: notShown },
        profile: { value: profile },
        consents: { value: await findConsents(db, id) },
        changes: {
          pages: pagesOf<Awaited<ReturnType<typeof findChangesOf>>[number]>(atOnce, (last, most) =>
            findChangesOf(db, id, last, most),
          ),
        },
        sessions: { value: await findSessionsOf(db, id) },
        secondStep: { value: await findSecondStepOf(db, id) },
        devices: { value: devices.map(({ hash: _, ...device }) => device) },
        mailedLinks: {
          value: links.map(({ payload, ...link }) => ({
            ...link,
            // That of a 'not me' link is the key of a device.
            data: link.purpose === 'not-me' ? null : withoutHash(payload),
          })),
        },
        letterRequests: {
          value: requests.map(({ registered, ...request }) => ({
            ...request,
            registration: withoutHash(registered),
          })),
        },
        letters: {
          pages: pagesOf<Awaited<ReturnType<typeof findLettersOf>>[number]>(atOnce, (last, most) =>
            findLettersOf(db, addressee, last?.id ?? '', most),
          ),
        },
        limits: { value: await limiter.countsOf(counted, now) },
        readingReminders: { value: await findRemindersOf(db, id) },
        invoiceLetters: {
          value: {
            asked: invoiceLetters.asked,
            told: invoiceLetters.told.map(({ reminded, ...told }) => ({ ...told, reminded: reminded === 1 })),
          },
        },
        calendarLinks: { value: await findCalendarLinksOf(db, id) },
        accounts: {
          value: accounts.map(({ payerName, isDefault, ...account }) => ({
            ...account,
            payer: maskPayer(payerName),
            isDefault: isDefault === 1,
          })),
        },
        invoices: {
          pages: mapPages(
            ofAccounts<Awaited<ReturnType<typeof findInvoicesOf>>[number]>(id, (account, last, most) =>
              findInvoicesOf(db, account, last?.period ?? '', most),
            ),
            (page) =>
              page.map(({ lines, volumes, penaltyDays, ...invoice }) => {
                const read: unknown = JSON.parse(lines)
                const days: unknown = penaltyDays === null ? null : JSON.parse(penaltyDays)
                const counted: unknown = volumes === null ? null : JSON.parse(volumes)
                return { ...invoice, lines: read, volumes: counted, penaltyDays: days }
              }),
          ),
        },
        ledger: {
          pages: ofAccounts<Awaited<ReturnType<typeof findLedgerOf>>[number]>(id, (account, last, most) =>
            findLedgerOf(db, account, last, most),
          ),
        },
        accountPayments: {
          pages: ofAccounts<Awaited<ReturnType<typeof findHistoryOf>>[number]>(id, (account, last, most) =>
            findHistoryOf(db, account, last, most),
          ),
        },
        meters: {
          pages: mapPages(
            ofAccounts<Awaited<ReturnType<typeof findMetersOf>>[number]>(id, (account, last, most) =>
              findMetersOf(db, account, last?.id ?? '', most),
            ),
            (page) =>
              page.map(({ zones, ...meter }) => {
                const read: unknown = JSON.parse(zones)
                return { ...meter, zones: read }
              }),
          ),
        },
        readingReceipts: {
          pages: ofAccounts<Awaited<ReturnType<typeof findReceiptsOf>>[number]>(id, (account, last, most) =>
            findReceiptsOf(db, account, last?.id ?? '', most),
          ),
        },
        readings: {
          pages: mapPages(
            ofAccounts<Awaited<ReturnType<typeof findReadingsOf>>[number]>(id, (account, last, most) =>
              findReadingsOf(db, account, last, most),
            ),
            (page) =>
              page.map(({ value, previous, volume, corrects, decimals, ...reading }) => ({
                ...reading,
                value: fromUnits(BigInt(value), decimals),
                previous: previous === null ? null : fromUnits(BigInt(previous), decimals),
                volume: fromUnits(BigInt(volume), decimals),
                corrects: corrects === 1,
              })),
          ),
        },
        payments: { pages: ownPayments(id) },
        guestPayments: { pages: guestPayments(addresses) },
        savedCards: { value: await findCardsOf(db, id) },
        autopayments: { pages: autopayments(id) },
        autopaymentRuns: { pages: runs(id) },
      }
      return jsonDocument(sections)
    },
  }
}

/** A link's or a request's data: an address, or the registration as JSON, which has the hash of the password. */
const withoutHash = (data: string | null): unknown =>
  data?.startsWith('{')
    ? JSON.parse(data, (key, value: unknown) => (key === 'passwordHash' ? undefined : value))
    : data

/** What was asked of the gateway, without its id of the card, by which money is taken. */
const requestShown = (request: string | null): Record<string, unknown> | null =>
  request === null
    ? null
    : JSON.parse(request, (key, value: unknown) => (key === 'savedMethod' ? undefined : value))
