import type { AppLoadContext } from '@remix-run/node'
import type { User } from 'contract/users'
import { formatRubles } from 'format/money'
import type { Failure } from '~/api-client/failure'
import { paths } from '~/paths'
import { idempotencyKeyOf, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import type { Api } from '~/server/pages/guards.server'
import { rejectWithMessage } from '~/server/payments/idempotent-submit.server'
import { accountsAtOnce } from '~/server/upstream/accounts-at-once.server'
import { hasFeature } from '~/server/upstream/has-feature.server'
import { kindsToChoose } from '~/server/upstream/payment-kinds.server'
import { askBeforePayment } from './ask-before-payment.server'
import { basketForm, partsOf, postedAccounts } from './basket-form.server'
import { CURRENT_PREFIX, PART_PREFIX, partField, SEEN_PREFIX, SHOWN_TOTAL } from './basket-part'
import { NOT_TAKEN, rejectUnknownKey } from './begin-payment.server'
import { returnAddresses } from './return-addresses.server'
import { submitAsked } from './submit-asked.server'

/** Reads the form of a payment for several accounts, asks the customer when other payments are pending, and begins it. */
export const submitBasket = async (
  context: AppLoadContext,
  { api, user }: { api: Api; user: User | null },
) => {
  const posted = await postedFields(context)
  const key = idempotencyKeyOf(posted)
  const base = await context.baseData.current()
  const most = accountsAtOnce(base)
  const accounts = postedAccounts(posted, most)
  const kinds = kindsToChoose(base)
  const form = await readForm(context, basketForm(accounts, { accountsAtOnce: most, kinds, posted }))
  if (!form.ok) return withKey(form.reply, key)
  const { paymentMethod, saveMethod, kind, idempotencyKey } = form.value
  const parts = partsOf(form.value, accounts)
  const reject = (failure: Failure) => form.reject(atFields(failure, accounts, parts))
  if (!idempotencyKey) return rejectUnknownKey(reject, key)
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  // Without scripts the total does not follow the fields. The bank's page shows the sum before it is paid, a saved card's
  // charge has no such page.
  const isTotalShown = (posted.get(SHOWN_TOTAL) ?? String(total)) === String(total)
  // The button names the sum that it pays: another one is asked about again.
  const confirmed = form.value.confirmed && isTotalShown
  if (paymentMethod && !isTotalShown)
    return rejectWithMessage(
      { reject, key },
      `Теперь к оплате ${formatRubles(total)}. Проверьте сумму и нажмите «Оплатить» ещё раз.`,
      [NOT_TAKEN],
    )
  const seen = parts.map((part) => ({
    ...part,
    seenBalance: seenBalanceOf(part.account, posted, form.value.confirmed),
  }))
  const apiAsks = hasFeature(base, 'confirmation')
  return submitAsked(
    {
      reject,
      key,
      chargesAtOnce: Boolean(paymentMethod),
      resultPage: paths.basketResult,
      hasUser: user !== null,
      apiAsks,
      ask: () => askBeforePayment(api, seen, { payAnew: confirmed, config: context.config }),
      begin: () =>
        api.submit('beginBasket', {
          idempotencyKey: key,
          payAnew: confirmed,
          // An API that does not ask may know the header for one account only.
          seenBalances: apiAsks ? seen.map(({ seenBalance }) => seenBalance) : [],
          body: {
            parts,
            saveMethod: saveMethod && !paymentMethod,
            ...(paymentMethod && { paymentMethod }),
            ...(kind && { kind }),
            ...returnAddresses(context.config, 'personal'),
          },
        }),
    },
    context,
  )
}

/** What the page said that the account owes, kopecks; null for what is no such number. */
const seenBalanceOf = (account: string, posted: URLSearchParams, isAnswer: boolean): number | null => {
  const current = isAnswer ? posted.get(CURRENT_PREFIX + account) : null
  const sent = current ?? posted.get(SEEN_PREFIX + account)
  return sent && /^-?\d{1,15}$/.test(sent) ? Number(sent) : null
}

/** What the API says of a part, by its account or its place in the call, is said at the part's field. */
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
