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
 * Payments for accounts of several payees, a basket each, one after another. Addresses carry it, the bank's return
 * addresses too: so it goes on after the bank's page, and in another tab. It is a wish only: what was paid tells the API.
 */
export interface BasketSeries {
  /** The ids of the baskets that were begun before. */
  earlier: readonly string[]
  /** What comes after, payee by payee. */
  rest: readonly (readonly Part[])[]
}

const EARLIER = 'earlier'
const REST = 'rest'

const MOST_PAYEES = 20
/** Gateways take return addresses of some 2,000 characters. A longer series is not carried: its accounts still owe. */
const LONGEST_CARRIED = 1_700

const queryOf = ({ earlier, rest }: BasketSeries): string[][] => {
  const carried = [
    ...earlier.map((id) => [EARLIER, id]),
    ...rest.flatMap((parts, payee) =>
      parts.map(({ account, amount }) => [REST, `${payee}.${account}.${amount}`]),
    ),
  ]
  return new URLSearchParams(carried).toString().length > LONGEST_CARRIED ? [] : carried
}

/** The address of a result page with the series; `basket` is left out where the bank adds it. */
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
  // Without amounts the page asks for all that is owed.
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
