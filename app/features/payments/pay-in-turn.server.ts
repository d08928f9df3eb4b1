import { setTimeout as wait } from 'node:timers/promises'
import type { AppLoadContext } from '@remix-run/node'
import type { Basket } from 'contract/basket'
import { formatRubles } from 'format/money'
import type { CallResult, Failure } from '~/api-client/failure'
import { paths } from '~/paths'
import { withKey } from '~/server/forms/idempotency-key.server'
import type { RejectedForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { type BasketSeries, resultInSeries } from './basket-series.server'
import { submitWithConfirmation } from './begin-payment.server'
import type { Question } from './payment-question.server'

interface Part {
  account: string
  payee: string
  /** Kopecks. */
  amount: number
  displayedBalance: number | null
}

interface Press {
  /** Of the form. */
  key: string
  /** The key of the payee's basket: the same for every submit of the form. */
  keyOf(payee: string): string
  /** Of all payees, kopecks. */
  total: number
  /** The ids of the baskets that began before this page. */
  earlier: readonly string[]
  /** A saved method pays without the bank's page: then one submit pays all. */
  chargesAtOnce: boolean
  hasUser: boolean
  apiAsks: boolean
  reject(failure: Failure, group: readonly Part[]): RejectedForm
  ask(parts: readonly Part[]): Promise<Question>
  begin(group: readonly Part[], key: string, series: BasketSeries): Promise<CallResult<{ data: Basket }>>
  read(id: string): Promise<CallResult<{ data: Basket }>>
}

/** No charge begins later: the request would have no time to learn its outcome. */
const LAST_BEGIN_MS = 5_000
/** A gateway may still be working on a charge when the API answers. */
const PENDING_WAIT_MS = 1_000

/**
 * Pays each payee by a basket of its own. With a saved method it pays one after another, until one does not succeed.
 * Otherwise it begins the first, and the result page leads to the next.
 */
export const payInTurn = (groups: readonly Part[][], press: Press, context: AppLoadContext) => {
  const { key, chargesAtOnce, apiAsks } = press
  const lastBeginAt = Date.now() + LAST_BEGIN_MS

  const pay = async (
    [group = [], ...rest]: readonly Part[][],
    paid: readonly Basket[],
  ): Promise<Response | RejectedForm> => {
    const series = { earlier: [...press.earlier, ...paid.map(({ id }) => id)], rest }
    const isFirstOfSeveral = chargesAtOnce && paid.length === 0 && rest.length > 0
    const callKey = press.keyOf(group[0]?.payee ?? '')
    let isLost = false
    let isPaid = false
    const answer = await submitWithConfirmation(
      {
        key,
        callKey,
        chargesAtOnce,
        hasUser: press.hasUser,
        // Before the first charge the customer is asked about all baskets of this submit.
        apiAsks: apiAsks && !isFirstOfSeveral,
        resultPage: (id) => resultInSeries(paths.personalPaySuccess, series, id),
        reject: (failure) => press.reject(failure, group),
        ask: () => press.ask(isFirstOfSeveral ? groups.flat() : group),
        async begin() {
          const result = await press.begin(group, callKey, series)
          isLost = !result.ok && result.failure.kind === 'unavailable'
          return result
        },
        async continueWith(charge) {
          if (!chargesAtOnce || rest.length === 0) return null
          const basket = await waitForOutcome(charge)
          isPaid = basket.status === 'succeeded' && Date.now() < lastBeginAt
          return isPaid ? pay(rest, [...paid, basket]) : null
        },
      },
      context,
    )
    const last = paid.at(-1)
    if (answer instanceof Response || !last || isPaid) return answer
    // The next submit of the form repeats the lost call with its key: nothing is paid twice.
    if (isLost)
      return withKey(answer, key, [
        `Уже оплачено ${formatRubles(sumOf(paid))} из ${formatRubles(press.total)}.`,
      ])
    const before = series.earlier.filter((id) => id !== last.id)
    return seeOther(
      resultInSeries(paths.personalPaySuccess, { earlier: before, rest: [group, ...rest] }, last.id),
    )
  }

  const waitForOutcome = async (basket: Basket): Promise<Basket> => {
    if (basket.status !== 'pending' || basket.confirmationUrl) return basket
    await wait(PENDING_WAIT_MS)
    const result = await press.read(basket.id)
    return result.ok ? result.answer.data : basket
  }

  return pay(groups, [])
}

const sumOf = (baskets: readonly Basket[]) => baskets.reduce((sum, { amount }) => sum + amount, 0)
