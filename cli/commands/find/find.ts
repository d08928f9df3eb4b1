import { maskAddress, maskPayer } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { normalizeAccountNumber } from 'format/account'
import { formatNumericMoment } from 'format/dates'
import { maskEmail, normalizeEmail } from 'format/email'
import { formatRubles } from 'format/money'
import { maskPhone } from 'format/phone'
import { ConfigError } from 'process/settings'
import type { DatabaseContext } from '../../command'
import {
  type CustomerRow,
  findAccount,
  findAccountsOf,
  findAutopaymentProof,
  findAutopaymentsOf,
  findCustomerByEmail,
  findCustomerById,
  findCustomersOf,
  findEvents,
  findGrants,
  findLastPayments,
  findLettersOf,
  findNewestInvoice,
  findPayment,
  type GrantRow,
  type PaymentRow,
} from './find.repository'

interface SearchResult {
  /** For the operator log. */
  subject: string
  lines: string[]
}

/**
 * Prints a customer, an account or a payment for support. Names, e-mails, telephones and addresses are masked without
 * `--show`. Throws a ConfigError if nothing is found.
 */
export const findCommand = async ({
  config: { timeZone },
  database: { db },
  input,
  clock,
  entry,
}: DatabaseContext<'show'>): Promise<string> => {
  const [what = ''] = input.positionals
  const options = { ...(input.has('show') ? unmasked : masked), timeZone, now: clock().toISOString() }
  const result = what.includes('@') ? await byEmail(db, what, options) : await byNumber(db, what, options)
  if (!result) throw new ConfigError('find: there is nothing with this e-mail or number')
  entry.note({ subject: result.subject })
  return result.lines.join('\n')
}

const byEmail = async (db: Queries, email: string, options: PrintOptions): Promise<SearchResult | null> => {
  const customer = await findCustomerByEmail(db, (normalizeEmail(email) ?? email).toLowerCase())
  return customer
    ? { subject: `customer ${customer.id}`, lines: await customerLines(db, customer, options) }
    : null
}

/** An account, a payment by our number or the gateway's, or a customer's id, as the operator log has it. */
const byNumber = async (db: Queries, number: string, options: PrintOptions): Promise<SearchResult | null> => {
  const account = await findAccount(db, normalizeAccountNumber(number))
  if (account)
    return { subject: `account ${account.account}`, lines: await accountLines(db, account, options) }
  const payment = await findPayment(db, number)
  if (payment) return { subject: `payment ${payment.id}`, lines: await paymentLines(db, payment, options) }
  const customer = await findCustomerById(db, number)
  return customer
    ? { subject: `customer ${customer.id}`, lines: await customerLines(db, customer, options) }
    : null
}

const row = (name: string, ...values: (string | null)[]) =>
  `  ${name.padEnd(16)}${values.filter((value) => value !== null).join(', ')}`

const moments =
  ({ timeZone }: PrintOptions) =>
  (at: string) =>
    formatNumericMoment(at, timeZone)

const customerLines = async (
  db: Queries,
  customer: CustomerRow,
  options: PrintOptions,
): Promise<string[]> => {
  const moment = moments(options)
  const { id, name, email, phone, registeredAt, verifiedAt, undeliverableSince, eraseAt } = customer
  const since = (what: string, at: string | null) => (at === null ? null : `${what} ${moment(at)}`)
  return [
    `customer ${id}`,
    row(
      'e-mail',
      options.email(email),
      since('verified', verifiedAt) ?? 'not verified',
      since('letters do not arrive since', undeliverableSince),
    ),
    row('name', options.name(name)),
    row('phone', phone === null ? '–' : options.phone(phone)),
    row('registered', moment(registeredAt), since('is erased on', eraseAt)),
    row('second step', since('on since', customer.secondStepSince) ?? 'off'),
    row('last seen', since('', customer.seenAt)?.trim() ?? 'no session'),
    ...(await findAccountsOf(db, id)).map(({ account, isDefault, addedAt, balance }) =>
      row(
        'account',
        account,
        `balance ${formatRubles(balance)}`,
        `added ${moment(addedAt)}`,
        isDefault === 1 ? 'default' : null,
      ),
    ),
    ...(await findGrants(db, { userId: id }, options.now)).map((grant) => grantRow(grant, options)),
    ...(await findAutopaymentsOf(db, id)).map(({ account, rule, status, failReason, limit }) =>
      row('autopayment', account, rule, status, failReason, `up to ${formatRubles(limit)}`),
    ),
    ...(await findLastPayments(db, { userId: id })).map((payment) => paymentRow(payment, moment)),
    ...(await findLettersOf(db, id)).map(({ id: letter, kind, createdAt, sentAt, deadAt, reason }) =>
      row(
        'letter',
        letter,
        kind,
        `written ${moment(createdAt)}`,
        since('sent', sentAt) ?? since('given up', deadAt) ?? 'waits',
        reason,
      ),
    ),
  ]
}

const accountLines = async (
  db: Queries,
  {
    account,
    address,
    payer,
    proofKind,
    balance,
  }: { account: string; address: string; payer: string; proofKind: string | null; balance: number },
  options: PrintOptions,
): Promise<string[]> => {
  const moment = moments(options)
  const invoice = await findNewestInvoice(db, account)
  return [
    `account ${account}`,
    row('address', options.address(address)),
    row('payer', options.name(payer)),
    row('balance', formatRubles(balance)),
    row('access code', proofKind === null ? 'none' : 'issued'),
    ...(invoice
      ? [
          row(
            'invoice',
            invoice.period,
            `${formatRubles(invoice.opening + invoice.charged + invoice.penalty)} to pay by ${invoice.dueAt}`,
            `${formatRubles(invoice.paid)} paid`,
          ),
        ]
      : []),
    ...(await findCustomersOf(db, account)).map(({ id, email, addedAt }) =>
      row('customer', id, options.email(email), `added ${moment(addedAt)}`),
    ),
    ...(await findGrants(db, { account }, options.now)).map((grant) => grantRow(grant, options)),
    ...(await findLastPayments(db, { account })).map((payment) => paymentRow(payment, moment)),
  ]
}

const paymentLines = async (db: Queries, payment: PaymentRow, options: PrintOptions): Promise<string[]> => {
  const moment = moments(options)
  const { id, account, userId, amount, refunded, source, createdAt, paidAt, guestEmail } = payment
  const { status, state, declineReason, methodTitle, gateway, gatewayId, basketId } = payment
  return [
    `payment ${id}`,
    row('account', account),
    row('amount', formatRubles(amount), refunded > 0 ? `${formatRubles(refunded)} given back` : null),
    row('state', status, state !== status ? state : null, declineReason),
    row('begun', moment(createdAt), paidAt === null ? null : `paid ${moment(paidAt)}`),
    row('by', source, userId === null ? null : `customer ${userId}`, guestEmail && options.email(guestEmail)),
    row('gateway', gateway ?? '–', gatewayId, methodTitle),
    ...(basketId === null || basketId === id ? [] : [row('is part of', basketId)]),
    ...proofRows(await findAutopaymentProof(db, id), moment),
    ...(await findEvents(db, id)).map(({ at, actor, from, to, why }) =>
      row('event', moment(at), `${from ?? '–'} → ${to}`, actor, why),
    ),
  ]
}

const proofRows = (
  proof: Awaited<ReturnType<typeof findAutopaymentProof>>,
  moment: (at: string) => string,
): string[] => {
  if (!proof) return []
  const { rule, limit_amount, consent_version, consent_at, removed_at, warned_amount, warned_at } = proof
  return [
    row(
      'consent',
      `autopayment, ${rule}`,
      `up to ${formatRubles(limit_amount)}`,
      consent_version === null ? null : `text of ${consent_version}`,
      `given ${moment(consent_at)}`,
      removed_at === null ? null : `withdrawn ${moment(removed_at)}`,
    ),
    ...(warned_amount === null
      ? []
      : [row('announced', formatRubles(warned_amount), warned_at === null ? null : moment(warned_at))]),
  ]
}

const grantRow = (
  { id, account, status, readings, pay, until, userId, invitedBy, email, createdAt }: GrantRow,
  options: PrintOptions,
) =>
  row(
    'access',
    id,
    account,
    status,
    ['view', readings === 1 && 'readings', pay === 1 && 'pay'].filter(Boolean).join(' + '),
    userId === null ? null : `customer ${userId}`,
    email === null ? null : options.email(email),
    invitedBy === null ? null : `let by ${invitedBy}`,
    `invited ${moments(options)(createdAt)}`,
    until === null ? null : `until ${until}`,
  )

const paymentRow = (
  { id, account, amount, status, createdAt, declineReason }: PaymentRow,
  moment: (at: string) => string,
) => row('payment', id, account, formatRubles(amount), status, declineReason, moment(createdAt))

/** How personal data are printed, and when and in which time zone. */
interface PrintOptions {
  name(name: string): string
  email(email: string): string
  phone(phone: string): string
  address(address: string): string
  timeZone: string
  /** When it is printed, ISO 8601 in UTC. */
  now: string
}

/** Prints control characters, which a terminal would obey, as codes. */
const escapeControls = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)

const unmasked = {
  name: escapeControls,
  email: escapeControls,
  phone: escapeControls,
  address: escapeControls,
}

const masked = { name: maskPayer, email: maskEmail, phone: maskPhone, address: maskAddress }
