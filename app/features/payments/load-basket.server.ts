import type { AppLoadContext } from '@remix-run/node'
import { type Account, rightsOf } from 'contract/accounts'
import { accountNumber } from 'contract/identifiers'
import type { Kopecks } from 'contract/money'
import { problemCodes } from 'contract/problem'
import { accountsAtOnceInWords } from 'format/accounts-at-once'
import { viewOfKinds } from '~/layouts/kind-view.server'
import { newIdempotencyKey } from '~/server/forms/idempotency-key.server'
import { LONGEST_RETURNED_ID } from '~/server/forms/longest-returned-id.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { type Api, type InvalidInput, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { positiveAmount } from '~/server/payments/amount-rule.server'
import { accountsAtOnce } from '~/server/upstream/accounts-at-once.server'
import { kindsToChoose } from '~/server/upstream/payment-kinds.server'
import { postedAccounts } from './basket-form.server'
import {
  accountsToChoose,
  type PreviewView,
  type RefusedChoice,
  viewOfGroups,
  viewOfPosted,
  viewOfPreview,
} from './basket-view'
import { postedCard, viewOfMethods } from './card-view'
import { payingWords } from './paying-words.server'
import { withoutMark } from './use-followed-choice'

/** What the address asks for: accounts by their numbers, or all that are owed, and an amount in rubles. */
interface Asked {
  accounts: readonly string[]
  everythingOwed: boolean
  /** As typed. */
  amount: string
}

/**
 * The page of a payment for several accounts: the choice of accounts and, where some are chosen, what is to be paid. A
 * form that was answered comes back as it was posted: what is owed may have changed, and the call that tells may fail.
 */
export const loadBasket = async (request: Request, context: AppLoadContext) => {
  // The login leads back to the page itself.
  const { api } = await requireUser(request, { ...context, query: withoutMark(context.query) })
  const asked = readAddress(request)
  if (asked.accounts.some(({ length }) => length > LONGEST_RETURNED_ID))
    throw new Response(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 })
  // A load beside the answer to a form is of the posted request itself, see `withFreshPage`.
  const posted = context.formFailed || request.method === 'POST' ? await postedFields(context) : null
  const base = await context.baseData.current()
  const most = accountsAtOnce(base)
  const isChosen = asked.everythingOwed || asked.accounts.length > 0 || posted !== null
  const [accounts, methods, early] = await Promise.all([
    loadBesideForm(context, api.load('accounts', { query: {} })),
    isChosen ? api.loadIfPossible('savedMethods', {}) : null,
    posted || asked.everythingOwed ? null : preview(api, asked.accounts, asked.amount, most),
  ])
  const own = (accounts?.data ?? []).filter((account) => rightsOf(account).pay)
  const chosen = asked.everythingOwed ? owing(own) : asked.accounts
  const outcome = posted ? null : (early ?? (await preview(api, chosen, asked.amount, most)))
  const shown: PreviewView | null = posted
    ? viewOfPosted(posted, postedAccounts(posted, most), own)
    : outcome?.ok
      ? viewOfPreview(outcome.parts, own, new Set(chosen))
      : null
  const methodViews = methods ? viewOfMethods(methods.data) : postedCard(posted?.get('paymentMethod') ?? null)
  const kinds = viewOfKinds(kindsToChoose(base))
  return {
    /** Of the address that has this choice. */
    query: withoutMark(context.query),
    ...accountsToChoose(own, new Set(chosen)),
    amount: asked.amount,
    amountPattern: asked.amount ? exactly(asked.amount) : undefined,
    refused: outcome?.ok === false ? outcome.refused : null,
    shown,
    methods: methodViews,
    lacksMethods: isChosen && methods === null,
    kinds,
    words: payingWords({ savedMethods: methodViews.length > 0, sbp: kinds.length > 0 }),
    idempotencyKey: newIdempotencyKey(),
  }
}

const readAddress = (request: Request): Asked => {
  const { searchParams } = new URL(request.url)
  const accounts = [...new Set(searchParams.getAll('account'))].filter(Boolean)
  return {
    accounts,
    everythingOwed: accounts.length === 0 && searchParams.get('accounts') === 'all',
    amount: (searchParams.get('amount') ?? '').slice(0, 100),
  }
}

/** A pattern that matches this text alone. */
const exactly = (text: string) =>
  [...text].map((sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`).join('')

const owing = (accounts: readonly Account[]): string[] =>
  accounts.filter(({ balance, unpayable }) => balance > 0 && !unpayable).map(({ account }) => account)

/** Null where nothing is chosen: there is nothing to ask. */
const preview = async (api: Api, chosen: readonly string[], typed: string, most: number) => {
  if (chosen.length === 0) return null
  if (chosen.length > most)
    return { ok: false, refused: { ...nothingRefused, accounts: [accountsAtOnceInWords(most)] } } as const
  const amount = readAmount(typed)
  if (!amount.ok) return { ok: false, refused: { ...nothingRefused, amount: amount.errors } } as const
  const accounts = chosen.map((account) => accountNumber.parse(account))
  const sum = amount.kopecks === null ? {} : { amount: amount.kopecks }
  const result = await api.loadAsked('basketPreview', { body: { accounts, ...sum } })
  if (result.ok) return { ok: true, parts: result.answer.data.parts } as const
  return { ok: false, refused: refusedBy(result.failure) } as const
}

const readAmount = (
  typed: string,
): { ok: true; kopecks: Kopecks | null } | { ok: false; errors: string[] } => {
  if (!typed.trim()) return { ok: true, kopecks: null }
  const parsed = positiveAmount.safeParse(typed)
  return parsed.success
    ? { ok: true, kopecks: parsed.data }
    : { ok: false, errors: parsed.error.issues.map(({ message }) => message) }
}

const nothingRefused: RefusedChoice = { amount: [], accounts: [], words: [], groups: [] }

const refusedBy = ({ code, message, errors, groups }: InvalidInput): RefusedChoice => {
  if (code === problemCodes.differentPayees && groups) return viewOfGroups(groups, message)
  const of = (isOwn: (field: string) => boolean) =>
    Object.entries(errors).flatMap(([field, words]) => (isOwn(field) ? words : []))
  const amount = of((field) => field === 'amount')
  const accounts = of((field) => field.startsWith('account'))
  const others = of((field) => field !== 'amount' && !field.startsWith('account'))
  const atFields = [...amount, ...accounts]
  const words = [message, ...others].filter((text) => text && !atFields.includes(text))
  const isSaid = atFields.length + words.length > 0
  return {
    amount,
    accounts,
    words: isSaid ? words : ['Так заплатить нельзя. Проверьте лицевые счета и сумму.'],
    groups: [],
  }
}
