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
  /** Its number and, where that is known, its name, for the form to carry; empty where all parts are of one payee. */
  payee: string
  name: string
  /** For its checkbox. */
  shortName: string
  isTicked: boolean
  /** Its address, and the debts that it pays. */
  hint: string | null
  /** In the format of forms. */
  amount: string
  /** What the page says that the account owes, for the form to carry: kopecks; empty where it could not be told. */
  displayedBalance: string
  /** The same as it is now, for the answer to a question: a rejected form keeps the balance that it was drawn with. */
  currentBalance: string
}

/** The accounts of one payee, where all chosen ones can't be paid at once. */
export interface PayeeGroup {
  text: string
  to: string
}

/** What is to be paid to one payee. */
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

/** A choice of accounts that was refused, with the words at their fields. */
export interface RefusedChoice {
  amount: readonly string[]
  accounts: readonly string[]
  /** Of the whole form. */
  words: readonly string[]
  groups: readonly PayeeGroup[]
}

/** Above this number only accounts with a debt are offered: the others would bury them. */
const MOST_TO_CHOOSE = 50

/**
 * `leftOut` says how many accounts the choice shows where it leaves some out; null where it has all. `addressStart` is
 * left out of every address.
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

/** The first parts that all addresses of a long list have in common, each with its comma: they are said once. */
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

/** `amounts`: what was meant to be paid of an account, kopecks, before another payment; not more than it owes by now. */
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
      owesNothing.length > 0 && paid.size > 0 ? `Платить не за что: ${listed(owesNothing)}.` : null,
  }
}

/** The parts of a rejected form: only what was posted is sure. */
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

/** What to say of accounts of several payees, after the API's own words: one payment has one payee. */
export const viewOfGroups = (groups: readonly (readonly string[])[], message: string): RefusedChoice => {
  const named = groups.map(
    (group) => `${group.length === 1 ? 'лицевой счёт' : 'лицевые счета'} ${listed(group)}`,
  )
  const [first = '', ...others] = named
  return {
    amount: [],
    accounts: [],
    words: [message || 'Эти лицевые счета принадлежат разным получателям.', ...inTurn(first, others)],
    groups: groups.map((group, index) => ({
      text: `Оплатить ${named[index] ?? ''}`,
      to: paths.paySeveral(group),
    })),
  }
}

const inTurn = (first: string, others: readonly string[]): string[] =>
  others.length === 0
    ? []
    : [`Сначала оплатите ${first}, потом отдельным платежом ${others.join(', потом ещё одним ')}.`]

/** «1000200030, 1000200031 и 1000200032». */
const listed = (accounts: readonly string[]) =>
  accounts.length < 2 ? accounts.join('') : `${accounts.slice(0, -1).join(', ')} и ${accounts.at(-1) ?? ''}`
