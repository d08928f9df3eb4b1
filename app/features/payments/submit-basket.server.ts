import type { AppLoadContext } from '@remix-run/node'
import type { User } from 'contract/users'
import { formatRubles } from 'format/money'
import type { Failure } from '~/api-client/failure'
import { idempotencyKeyOf, keyOfPart, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import type { Api } from '~/server/pages/guards.server'
import { rejectWithMessage } from '~/server/payments/idempotent-submit.server'
import { readDisplayedBalance } from '~/server/payments/payment-fields.server'
import { accountsAtOnce, hasFeature, kindsToChoose } from '~/server/upstream/features.server'
import { basketForm, partsOf, postedAccounts, postedPayee } from './basket-form.server'
import { byPayee, CURRENT_PREFIX, DISPLAYED_PREFIX, PART_PREFIX, partField, SHOWN_TOTAL } from './basket-part'
import { readEarlier, resultInSeries } from './basket-series.server'
import { NOT_TAKEN, rejectUnknownKey, returnAddresses } from './begin-payment.server'
import { payInTurn } from './pay-in-turn.server'
import { askBeforePayment } from './payment-question.server'

/** Reads the form of a payment for several accounts, asks the customer when other payments are pending, and begins it. */
export const submitBasket = async (
  context: AppLoadContext,
  { api, user }: { api: Api; user: User | null },
) => {
  const fields = await postedFields(context)
  const key = idempotencyKeyOf(fields)
  const base = await context.baseData.current()
  const most = accountsAtOnce(base)
  const accounts = postedAccounts(fields, most)
  const kinds = kindsToChoose(base)
  const form = await readForm(context, basketForm(accounts, { accountsAtOnce: most, kinds, fields }))
  if (!form.ok) return withKey(form.reply, key)
  const { paymentMethod, saveMethod, kind, idempotencyKey } = form.value
  const parts = partsOf(form.value, accounts, fields)
  if (!idempotencyKey)
    return rejectUnknownKey((failure) => form.reject(atFields(failure, accounts, parts)), key)
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  // Without scripts the total does not follow the fields. The bank's page shows the sum before it is paid, a saved card's
  // charge has no such page.
  const isTotalShown = (fields.get(SHOWN_TOTAL) ?? String(total)) === String(total)
  // The button shows the sum that it confirms: another sum needs a new question.
  const confirmed = form.value.confirmed && isTotalShown
  if (paymentMethod && !isTotalShown)
    return rejectWithMessage(
      { reject: form.reject, key },
      `Теперь к оплате ${formatRubles(total)}. Проверьте сумму и нажмите «Оплатить» ещё раз.`,
      [NOT_TAKEN],
    )
  const displayedParts = parts.map((part) => ({
    ...part,
    displayedBalance: displayedBalanceOf(part.account, fields, form.value.confirmed),
  }))
  const drawn = byPayee(accounts.map((account) => ({ account, payee: postedPayee(account, fields) })))
  return payInTurn(
    byPayee(displayedParts),
    {
      key,
      // A single basket has the form's own key.
      keyOf: (payee) => {
        const own = drawn.find(([first]) => first?.payee === payee) ?? []
        return drawn.length > 1 ? keyOfPart(key, own.map(({ account }) => account).join(' ')) : key
      },
      total,
      earlier: readEarlier(new URLSearchParams(context.query)),
      chargesAtOnce: Boolean(paymentMethod),
      hasUser: user !== null,
      apiAsks: hasFeature(base, 'confirmation'),
      reject: (failure, group) => {
        const reply = form.reject(atFields(failure, accounts, group))
        const groups = regroup(failure, drawn, group)
        return groups ? { ...reply, data: { ...reply.data, groups } } : reply
      },
      ask: (group) => askBeforePayment(api, group, { confirmed, config: context.config }),
      begin: (group, callKey, series) => {
        const { successUrl, failedUrl } = returnAddresses(context.config, 'personal')
        return api.submit('beginBasket', {
          idempotencyKey: callKey,
          confirmed,
          // An API that does not ask may know the header for one account only.
          displayedBalances: hasFeature(base, 'confirmation')
            ? group.map(({ displayedBalance }) => displayedBalance)
            : [],
          body: {
            parts: group.map(({ account, amount }) => ({ account, amount })),
            saveMethod: saveMethod && !paymentMethod,
            ...(paymentMethod && { paymentMethod }),
            ...(kind && { kind }),
            successUrl: resultInSeries(successUrl, series),
            failedUrl: resultInSeries(failedUrl, series),
          },
        })
      },
      read: (id) => api.submit('basket', { id }),
    },
    context,
  )
}

/** The accounts by payee, if the API reports only now that one group has several payees; null for any other answer. */
const regroup = (
  failure: Failure,
  drawn: readonly { account: string }[][],
  refused: readonly { account: string }[],
): string[][] | null => {
  if (failure.kind !== 'invalid' || !failure.groups) return null
  const named = new Set<string>(failure.groups.flat())
  return drawn.flatMap((own) => {
    const accounts = own.map(({ account }) => account)
    if (!refused.some(({ account }) => accounts.includes(account))) return [accounts]
    const [first = [], ...others] = failure.groups ?? []
    // Accounts that were not sent may have any of these payees: the API reports it when they are sent.
    return [[...first, ...accounts.filter((account) => !named.has(account))], ...others]
  })
}

/** The balance that the page showed for the account, kopecks. */
const displayedBalanceOf = (account: string, fields: URLSearchParams, isAnswer: boolean): number | null => {
  const current = isAnswer ? fields.get(CURRENT_PREFIX + account) : null
  return readDisplayedBalance(current ?? fields.get(DISPLAYED_PREFIX + account))
}

/** Moves the API's errors about a part, named by its account or its place in the call, to the part's field. */
const atFields = (
  failure: Failure,
  accounts: readonly string[],
  parts: readonly { account: string }[],
): Failure => {
  if (failure.kind !== 'invalid') return failure
  const errors: Record<string, string[]> = {}
  for (const [name, words] of Object.entries(failure.errors)) {
    const place = /^parts[.[](\d+)/.exec(name)?.[1]
    const account = place === undefined ? name.replace(PART_PREFIX, '') : parts[Number(place)]?.account
    const index = account === undefined ? -1 : accounts.indexOf(account)
    const field = index === -1 ? name : partField(index)
    errors[field] = [...(errors[field] ?? []), ...words]
  }
  return { ...failure, errors }
}
