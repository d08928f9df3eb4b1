import { longestReturnedId } from 'contract/limits'
import { amountForInput } from 'format/money'
import { LONGEST_ADDRESS } from '~/server/http/page-address.server'
import { PART_PREFIX } from './basket-part'

interface Part {
  account: string
  /** Kopecks. */
  amount: number
}

/**
 * Payments for accounts of several payees: one basket per payee, one after another. The series is in addresses, also in
 * the bank's return addresses, so it continues after the bank's page and in another tab. It is only a plan: the API knows
 * what was paid.
 */
export interface BasketSeries {
  /** The ids of earlier baskets. */
  earlier: readonly string[]
  /** The parts to pay next, by payee. */
  rest: readonly (readonly Part[])[]
}

const EARLIER = 'earlier'
const REST = 'rest'

const MOST_PAYEES = 20
/** In characters. Gateways accept return addresses of about 2,000. A longer series is dropped: its debts stay. */
const LONGEST_QUERY = 1_700

const queryOf = ({ earlier, rest }: BasketSeries): string[][] => {
  const pairs = [
    ...earlier.map((id) => [EARLIER, id]),
    ...rest.flatMap((parts, payee) =>
      parts.map(({ account, amount }) => [REST, `${payee}.${account}.${amount}`]),
    ),
  ]
  return new URLSearchParams(pairs).toString().length > LONGEST_QUERY ? [] : pairs
}

/** The address of a result page with the series; `basket` is left out if the bank adds it. */
export const resultInSeries = (page: string, series: BasketSeries, basket?: string): string => {
  const query = new URLSearchParams([...(basket ? [['basket', basket]] : []), ...queryOf(series)])
  return query.size > 0 ? `${page}?${query}` : page
}

/** The page that pays these parts, prefilled. */
export const payInSeries = (
  page: string,
  groups: readonly (readonly Part[])[],
  earlier: readonly string[],
): string => {
  const parts = groups.flat()
  const chosen = [...parts.map(({ account }) => ['account', account]), ...earlier.map((id) => [EARLIER, id])]
  const amounts = parts.map(({ account, amount }) => [PART_PREFIX + account, amountForInput(amount)])
  const query = new URLSearchParams([...chosen, ...amounts])
  // Without amounts the page prefills the debts.
  return `${page}?${page.length + query.toString().length < LONGEST_ADDRESS ? query : new URLSearchParams(chosen)}`
}

/** «Осталось оплатить 1 из 2». */
export const leftInWords = (left: number, all: number) => `Осталось оплатить ${left} из ${all}`

export const readEarlier = (query: URLSearchParams): string[] =>
  [...new Set(query.getAll(EARLIER))]
    .filter((id) => id !== '' && id.length <= longestReturnedId)
    .slice(0, MOST_PAYEES)

export const readSeries = (query: URLSearchParams): BasketSeries => {
  const groups = new Map<string, Part[]>()
  for (const text of query.getAll(REST)) {
    const [, payee = '', account = '', amount = ''] = /^(\d\d?)\.(.{1,1000})\.(\d{1,12})$/s.exec(text) ?? []
    if (account) groups.set(payee, [...(groups.get(payee) ?? []), { account, amount: Number(amount) }])
  }
  return { earlier: readEarlier(query), rest: [...groups.values()].slice(0, MOST_PAYEES) }
}
