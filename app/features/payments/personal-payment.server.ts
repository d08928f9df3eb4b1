import type { AppLoadContext } from '@remix-run/node'
import { chosenAccount } from 'contract/identifiers'
import { type PaymentKind, personalPaymentBody } from 'contract/payments'
import type { User } from 'contract/users'
import { z } from 'zod'
import { viewOfKinds } from '~/layouts/kind-choice'
import { paths } from '~/paths'
import { defineForm } from '~/server/forms/form-definition.server'
import {
  idempotencyKeyOf,
  newIdempotencyKey,
  postedKey,
  withKey,
} from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { type Api, pageNotFound, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import { bankLink } from '~/server/payments/bank-page.server'
import {
  confirmedField,
  kindField,
  prefilledAmount,
  readDisplayedBalance,
  typedPayment,
} from '~/server/payments/payment-fields.server'
import { hasFeature, kindsToChoose } from '~/server/upstream/features.server'
import { rejectUnknownKey, returnAddresses, submitWithConfirmation } from './begin-payment.server'
import { payingWords } from './paying-words.server'
import { askBeforePayment } from './payment-question.server'
import { pendingOf, pendingQuery } from './pending-payments'
import {
  type PersonalPaymentView,
  viewOfPersonalPayment,
  viewOfRefusedPayment,
} from './personal-payment-view'

export const personalPaymentForm = (kinds: readonly PaymentKind[], fields: URLSearchParams) =>
  defineForm({
    name: 'pay',
    // Without a saved method: a new card, or another method of the bank's page.
    schema: personalPaymentBody.pick({ paymentMethod: true, saveMethod: true }).extend({
      /** A hidden field. */
      account: chosenAccount,
      amount: typedPayment,
      kind: kindField(fields.get('paymentMethod') ? [] : kinds),
      idempotencyKey: postedKey,
      seenBalance: z.string().optional().transform(readDisplayedBalance),
      confirmed: confirmedField,
    }),
  })

/** The payment page of the account in the address; null for a customer without accounts. */
export const loadPersonalPayment = async (request: Request, context: AppLoadContext) => {
  const guarded = await requireUser(request, context)
  const { api } = guarded
  const [page, methods] = await Promise.all([
    loadBesideForm(context, loadAccount(request, guarded), 'keep form'),
    api.loadIfPossible('savedMethods', {}),
  ])
  const fields = await postedFields(context)
  const kinds = viewOfKinds(kindsToChoose(await context.baseData.current()))
  const rest = ({ methods: { length } }: PersonalPaymentView) => ({
    kinds,
    words: payingWords({ savedMethods: length > 0, sbp: kinds.length > 0 }),
    idempotencyKey: newIdempotencyKey(),
  })
  if (!page) {
    const view = viewOfRefusedPayment((name) => fields.get(name) ?? '')
    return { view, choices: [], amount: '', ...rest(view) }
  }
  const { accountState, choices } = page
  if (!accountState) return null
  const view = viewOfPersonalPayment(
    { ...accountState, methods: methods?.data ?? null, chosenCard: fields.get('paymentMethod') },
    {
      timeZone: context.config.timeZone,
      now: new Date(),
      bankPage: (confirmationUrl) => bankLink(confirmationUrl, context.config),
    },
  )
  const amount = prefilledAmount(new URL(request.url).searchParams.get('amount'), view.owed)
  return { view, choices, amount, ...rest(view) }
}

/** `account` is null for a customer without accounts. Throws the 404 screen for an account that is not the customer's. */
const loadAccount = async (request: Request, guarded: Awaited<ReturnType<typeof requireUser>>) => {
  const { account, choices, loaded } = await forPageAccount(
    request,
    guarded,
    (id) => guarded.api.load('history', { id, query: pendingQuery }),
    'pay',
  )
  if (!loaded) return { accountState: null, choices }
  if (!account) throw pageNotFound(request)
  return { accountState: { account, pending: pendingOf(loaded) }, choices }
}

/** Reads the payment form, asks the customer when other payments are pending, and begins the payment. */
export const submitPersonalPayment = async (
  context: AppLoadContext,
  { api, user }: { api: Api; user: User | null },
) => {
  const fields = await postedFields(context)
  const key = idempotencyKeyOf(fields)
  const base = await context.baseData.current()
  const form = await readForm(context, personalPaymentForm(kindsToChoose(base), fields))
  if (!form.ok) return withKey(form.reply, key)
  const {
    account,
    amount,
    paymentMethod,
    saveMethod,
    kind,
    idempotencyKey,
    seenBalance: displayedBalance,
    confirmed,
  } = form.value
  const { reject } = form
  if (!idempotencyKey) return rejectUnknownKey(reject, key)
  return submitWithConfirmation(
    {
      reject,
      key,
      chargesAtOnce: Boolean(paymentMethod),
      resultPage: paths.personalPayResult,
      hasUser: user !== null,
      apiAsks: hasFeature(base, 'confirmation'),
      ask: () =>
        askBeforePayment(api, [{ account, amount, displayedBalance }], { confirmed, config: context.config }),
      begin: () =>
        api.submit('personalPayment', {
          id: account,
          idempotencyKey: key,
          confirmed,
          displayedBalances: [displayedBalance],
          body: {
            amount,
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
