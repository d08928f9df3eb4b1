import type { AppLoadContext } from '@remix-run/node'
import type { Account } from 'contract/accounts'
import { longestReturnedId } from 'contract/limits'
import { parseRubles } from 'format/money'
import { viewOfKinds } from '~/layouts/kind-choice'
import { rightsOf } from '~/layouts/page-account'
import { newIdempotencyKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { pageNotFound, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { accountsAtOnce, kindsToChoose } from '~/server/upstream/features.server'
import { postedAccounts } from './basket-form.server'
import { byPayee, PART_PREFIX } from './basket-part'
import { leftInWords, readEarlier } from './basket-series.server'
import { accountsToChoose, type PreviewView, viewOfPosted, viewOfPreview } from './basket-view'
import { postedCard, viewOfMethods } from './card-choice'
import { payingWords, severalPayeesWords } from './paying-words.server'
import { previewPayees } from './preview-payees.server'
import { withoutMark } from './use-followed-choice'

/** The choice in the address: account numbers, or all accounts with a debt, and an amount in rubles. */
interface BasketQuery {
  accounts: readonly string[]
  everythingOwed: boolean
  /** As typed. */
  amount: string
  /** In a series: the planned amount of each account, kopecks, and the earlier baskets. */
  amounts: ReadonlyMap<string, number>
  earlier: readonly string[]
}

/**
 * Loads the page of a payment for several accounts: the choice of accounts and, if some are chosen, their amounts.
 * After an answered form the amounts are the posted ones: the debts may have changed, and the call for them may fail.
 */
export const loadBasket = async (request: Request, context: AppLoadContext) => {
  // The login leads back to the page itself.
  const { api } = await requireUser(request, { ...context, query: withoutMark(context.query) })
  const query = readAddress(request)
  if (query.accounts.some(({ length }) => length > longestReturnedId)) throw pageNotFound(request)
  // Beside the answer to a form, `request` is the POST itself, see `withFreshPage`.
  const fields =
    context.form.state === 'rejected' || request.method === 'POST' ? await postedFields(context) : null
  const base = await context.baseData.current()
  const most = accountsAtOnce(base)
  const isChosen = query.everythingOwed || query.accounts.length > 0 || fields !== null
  const [accounts, methods, early] = await Promise.all([
    loadBesideForm(context, api.load('accounts', { query: {} })),
    isChosen ? api.loadIfPossible('savedMethods', {}) : null,
    fields || query.everythingOwed ? null : previewPayees(api, query.accounts, query.amount, most),
  ])
  const own = (accounts?.data ?? []).filter((account) => rightsOf(account).pay)
  const chosen = query.everythingOwed ? accountsWithDebt(own) : query.accounts
  const outcome = fields ? null : (early ?? (await previewPayees(api, chosen, query.amount, most)))
  const shown: PreviewView | null = fields
    ? viewOfPosted(fields, postedAccounts(fields, most), own)
    : outcome?.ok
      ? viewOfPreview(outcome.payees, own, { chosen: new Set(chosen), amounts: query.amounts })
      : null
  const payees = byPayee(shown?.parts ?? []).length
  const methodViews = methods ? viewOfMethods(methods.data) : postedCard(fields?.get('paymentMethod') ?? null)
  // The note below the button explains each kind, and a long list leaves little room.
  const kinds = viewOfKinds(kindsToChoose(base)).map((kind) => ({ ...kind, hint: null }))
  const offered = { savedMethods: methodViews.length > 0, sbp: kinds.length > 0 }
  return {
    /** The query of the address with this choice. */
    query: withoutMark(context.query),
    ...accountsToChoose(own, new Set(chosen)),
    amount: query.amount,
    amountPattern: query.amount ? exactPattern(query.amount) : undefined,
    refused: outcome?.ok === false ? outcome.refused : null,
    shown,
    /** In a series: how many of its payments are left. */
    left: query.earlier.length > 0 ? leftInWords(payees, query.earlier.length + payees) : null,
    severalPayees: severalPayeesWords(outcome?.ok ? outcome.message : '', offered),
    methods: methodViews,
    lacksMethods: isChosen && methods === null,
    kinds,
    words: payingWords(offered),
    idempotencyKey: newIdempotencyKey(),
  }
}

const readAddress = (request: Request): BasketQuery => {
  const { searchParams } = new URL(request.url)
  const accounts = [...new Set(searchParams.getAll('account'))].filter(Boolean)
  return {
    accounts,
    everythingOwed: accounts.length === 0 && searchParams.get('accounts') === 'all',
    amount: (searchParams.get('amount') ?? '').slice(0, 100),
    amounts: new Map(accounts.map((account) => [account, amountIn(searchParams, account)])),
    earlier: readEarlier(searchParams),
  }
}

/** Zero if the address has no amount for the account. */
const amountIn = (searchParams: URLSearchParams, account: string): number => {
  const parsed = parseRubles(searchParams.get(PART_PREFIX + account) ?? '')
  return parsed.ok ? parsed.kopecks : 0
}

/** A pattern that matches this text alone. */
const exactPattern = (text: string) =>
  [...text].map((sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`).join('')

const accountsWithDebt = (accounts: readonly Account[]): string[] =>
  accounts.filter(({ balance, unpayable }) => balance > 0 && !unpayable).map(({ account }) => account)
