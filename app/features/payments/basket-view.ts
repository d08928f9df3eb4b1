import type { Account } from 'contract/accounts'
import { formatPeriod } from 'format/dates'
import { amountForInput, formatRubles } from 'format/money'
import { shownText, shownTitle } from 'format/shown-text'
import { paths } from '~/paths'
import { DISPLAYED_PREFIX, isTicked, MANY_ACCOUNTS, PART_PREFIX, PAYEE_PREFIX } from './basket-part'

/** An account that may be chosen. */
export interface AccountToChoose {
  account: string
  /** Its title with its number, or the number alone. */
  name: string
  /** Its balance and address. */
  facts: string
  isChosen: boolean
}

/** A part of the payment as its field shows it. */
export interface PartView {
  account: string
  /** For a hidden field: the payee's number and, if known, its name; empty if all parts have one payee. */
  payee: string
  name: string
  /** For its checkbox. */
  shortName: string
  isTicked: boolean
  /** Its address, and the debts that it pays. */
  hint: string | null
  /** In the format of forms. */
  amount: string
  /** For a hidden field: the balance that the page shows, kopecks; empty if unknown. */
  displayedBalance: string
  /** The current balance, for the answer to a question: a rejected form keeps the balance that it showed first. */
  currentBalance: string
}

/** The accounts of one payee, if the chosen accounts can't be paid at once. */
export interface PayeeGroup {
  text: string
  to: string
}

/** The parts of one payee. */
export interface PayeeParts {
  payee?: string | null | undefined
  parts: readonly {
    account: string
    amount: number
    periods?: readonly Parameters<typeof periodInWords>[0][] | null | undefined
  }[]
}

export interface PreviewView {
  parts: readonly PartView[]
  /** Chosen accounts that owe nothing. */
  withoutDebt: string | null
}

/** A refused choice of accounts, with the messages for the fields. */
export interface RefusedChoice {
  amount: readonly string[]
  accounts: readonly string[]
  /** Of the whole form. */
  words: readonly string[]
  groups: readonly PayeeGroup[]
}

/** Above this number only accounts with a debt are offered, so that customers find them. */
const MOST_TO_CHOOSE = 50

/**
 * `leftOut`: how many accounts the choice shows, if it leaves some out; null if it has all. `addressStart` is left out of
 * every address.
 */
export const accountsToChoose = (
  accounts: readonly Account[],
  chosen: ReadonlySet<string>,
): { choices: AccountToChoose[]; leftOut: string | null; addressStart: string | null } => {
  const offered =
    accounts.length > MOST_TO_CHOOSE
      ? accounts.filter(({ account, balance }) => balance > 0 || chosen.has(account))
      : accounts
  const start = startOfAddresses(accounts)
  const choices = offered.map((one) => ({
    account: one.account,
    name: shortNameOf(one),
    facts: [balanceInWords(one.balance), shownText(one.address)?.slice(start.length)]
      .filter(Boolean)
      .join(', '),
    isChosen: chosen.has(one.account),
  }))
  const addressStart = start.slice(0, -2) || null
  if (offered.length === accounts.length) return { choices, leftOut: null, addressStart }
  const shown = offered.every(({ balance }) => balance > 0)
    ? 'лицевые счета с долгом'
    : 'выбранные лицевые счета и те, где есть долг'
  const leftOut = `Показаны ${shown}: ${choices.length} из ${accounts.length}.`
  return { choices, leftOut, addressStart }
}

/** The common beginning of all addresses of a long list, up to a comma: the page shows it once. */
const startOfAddresses = (accounts: readonly Account[]): string => {
  if (accounts.length <= MANY_ACCOUNTS) return ''
  const [first = '', ...others] = accounts.flatMap(({ address }) => shownText(address) ?? [])
  const starts = [...first.matchAll(/, /g)].map(({ index }) => first.slice(0, index + 2))
  return starts.findLast((start) => others.every((address) => address.startsWith(start))) ?? ''
}

const nameOf = ({ account, title }: { account: string; title?: Account['title'] }) =>
  shownTitle(title) ? `${shownTitle(title)}, лицевой счёт ${account}` : `Лицевой счёт ${account}`

const shortNameOf = ({ account, title }: { account: string; title?: Account['title'] }) =>
  shownTitle(title) ? `${shownTitle(title)}, ${account}` : `Лицевой счёт ${account}`

const balanceInWords = (balance: number) => {
  if (balance === 0) return 'Долга нет'
  return `${balance > 0 ? 'К оплате' : 'Переплата'} ${formatRubles(Math.abs(balance))}`
}

/** `amounts`: the planned amounts of a series, kopecks; the view reduces them to the current debts. */
export const viewOfPreview = (
  payees: readonly PayeeParts[],
  accounts: readonly Account[],
  { chosen, amounts }: { chosen: ReadonlySet<string>; amounts: ReadonlyMap<string, number> },
): PreviewView => {
  const paidPayees = payees.filter(({ parts }) => parts.length > 0)
  const parts = paidPayees.flatMap((payee, index) =>
    payee.parts.map((part) => ({
      ...part,
      payee: paidPayees.length > 1 ? `${index + 1} ${payee.payee?.trim() ?? ''}`.trim() : '',
    })),
  )
  const paid = new Set<string>(parts.map(({ account }) => account))
  const start = startOfAddresses(accounts)
  const owesNothing = [...chosen].filter((account) => !paid.has(account))
  return {
    parts: parts.map(({ account, payee, amount, periods }) => {
      const part = partOf(account, accounts, start)
      // A long list has room for the addresses alone.
      const debts = parts.length > MANY_ACCOUNTS ? '' : (periods ?? []).map(periodInWords).join(', ')
      const hint = [part.hint, debts].filter(Boolean).join('. ') || null
      return {
        ...part,
        payee,
        isTicked: true,
        hint,
        amount: amountForInput(Math.min(amounts.get(account) || amount, amount)),
      }
    }),
    withoutDebt:
      owesNothing.length > 0 && paid.size > 0 ? `Платить не за что: ${joinAccounts(owesNothing)}.` : null,
  }
}

/** The parts of a rejected form, from its posted fields alone. */
export const viewOfPosted = (
  fields: URLSearchParams,
  names: readonly string[],
  accounts: readonly Account[],
): PreviewView => {
  const start = startOfAddresses(accounts)
  const parts = names.map((account) => {
    const displayedBalance = fields.get(DISPLAYED_PREFIX + account) ?? ''
    const { currentBalance, ...part } = partOf(account, accounts, start)
    return {
      ...part,
      payee: fields.get(PAYEE_PREFIX + account) ?? '',
      isTicked: isTicked(account, fields),
      amount: fields.get(PART_PREFIX + account) ?? '',
      displayedBalance,
      currentBalance: currentBalance || displayedBalance,
    }
  })
  return { parts, withoutDebt: null }
}

const partOf = (account: string, accounts: readonly Account[], addressStart: string) => {
  const customerAccount = accounts.find((one) => one.account === account)
  const currentBalance = customerAccount ? String(customerAccount.balance) : ''
  const own = customerAccount ?? { account }
  return {
    account,
    name: nameOf(own),
    shortName: shortNameOf(own),
    hint: shownText(customerAccount?.address)?.slice(addressStart.length) ?? null,
    displayedBalance: currentBalance,
    currentBalance,
  }
}

const periodInWords = ({ period, amount }: { period: string; amount: number }) =>
  `За\u00a0${formatPeriod(period)}: ${formatRubles(amount)}`

/** The messages for accounts of several payees, after the API's own message: one payment has one payee. */
export const viewOfGroups = (groups: readonly (readonly string[])[], message: string): RefusedChoice => {
  const groupNames = groups.map(
    (group) => `${group.length === 1 ? 'лицевой счёт' : 'лицевые счета'} ${joinAccounts(group)}`,
  )
  const [first = '', ...others] = groupNames
  return {
    amount: [],
    accounts: [],
    words: [message || 'Эти лицевые счета принадлежат разным получателям.', ...inTurn(first, others)],
    groups: groups.map((group, index) => ({
      text: `Оплатить ${groupNames[index] ?? ''}`,
      to: paths.paySeveral(group),
    })),
  }
}

const inTurn = (first: string, others: readonly string[]): string[] =>
  others.length === 0
    ? []
    : [`Сначала оплатите ${first}, потом отдельным платежом ${others.join(', потом ещё одним ')}.`]

/** «1000200030, 1000200031 и 1000200032». */
const joinAccounts = (accounts: readonly string[]) =>
  accounts.length < 2 ? accounts.join('') : `${accounts.slice(0, -1).join(', ')} и ${accounts.at(-1) ?? ''}`
