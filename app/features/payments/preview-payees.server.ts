import type { BasketPreview, BasketPreviewPart } from 'contract/basket'
import { divideAmount, type OwingAccount } from 'contract/divide-amount'
import { accountNumber } from 'contract/identifiers'
import { type Kopecks, toKopecks, totalOf } from 'contract/money'
import { problemCodes } from 'contract/problem'
import { accountsAtOnceInWords } from 'format/account'
import { formatRubles } from 'format/money'
import type { Api, InvalidInput } from '~/server/pages/guards.server'
import { typedAmount } from '~/server/payments/payment-fields.server'
import { type PayeeParts, type RefusedChoice, viewOfGroups } from './basket-view'

/** `message`: the API's message about several payees, who get a payment each. */
type Preview =
  | { ok: true; payees: readonly PayeeParts[]; message: string }
  | { ok: false; refused: RefusedChoice }

/** Loads the amounts to pay for the chosen accounts, by payee. Null if nothing is chosen. */
export const previewPayees = async (
  api: Api,
  chosen: readonly string[],
  typed: string,
  most: number,
): Promise<Preview | null> => {
  if (chosen.length === 0) return null
  if (chosen.length > most)
    return { ok: false, refused: { ...emptyRefusal, accounts: [accountsAtOnceInWords(most)] } }
  const amount = readAmount(typed)
  if (!amount.ok) return { ok: false, refused: { ...emptyRefusal, amount: amount.errors } }
  const { kopecks } = amount
  const accounts = chosen.map((account) => accountNumber.parse(account))
  const result = await api.loadUnlessInvalid('basketPreview', {
    body: { accounts, ...(kopecks !== null && { amount: kopecks }) },
  })
  if (result.ok) return { ok: true, payees: [result.answer.data], message: '' }
  const { groups = [], message } = result.failure
  const payees = areParts(groups, chosen) ? await previewEach(api, groups) : null
  if (!payees) return { ok: false, refused: refusalOf(result.failure) }
  if (kopecks === null) return { ok: true, payees, message }
  const owed = totalOf(payees.map((payee) => payee.amount))
  if (kopecks <= owed) return { ok: true, payees: divide(payees, kopecks, accounts), message }
  const words = `По этим лицевым счетам к оплате ${formatRubles(owed)}`
  return { ok: false, refused: { ...emptyRefusal, amount: [words] } }
}

/** Whether the groups have only chosen accounts, each once, so that each group can be previewed by itself. */
const areParts = (groups: readonly (readonly string[])[], chosen: readonly string[]): boolean => {
  const named = groups.flat()
  return (
    groups.length > 1 &&
    new Set(named).size === named.length &&
    named.every((account) => chosen.includes(account))
  )
}

/** Loads the debts to each payee; null if the accounts of one payee can't be paid at once either. */
const previewEach = async (
  api: Api,
  groups: readonly BasketPreviewPart['account'][][],
): Promise<BasketPreview[] | null> => {
  const results = await Promise.all(
    groups.map((accounts) => api.loadUnlessInvalid('basketPreview', { body: { accounts } })),
  )
  const payees = results.flatMap((result) => (result.ok ? [result.answer.data] : []))
  return payees.length === groups.length ? payees : null
}

/** Divides an amount over several payees: the oldest debts first, as the API does for one payee. */
const divide = (
  payees: readonly BasketPreview[],
  amount: Kopecks,
  accounts: readonly string[],
): PayeeParts[] => {
  const owing = payees.flatMap(({ parts }) => parts.map(debtsOfPart))
  const shares = divideAmount(
    accounts.flatMap((account) => owing.find((one) => one.account === account) ?? []),
    amount,
  )
  return payees.map(({ payee, parts }) => ({
    payee,
    parts: shares.flatMap(({ account, amount: paid, debts }) =>
      parts.some((part) => part.account === account)
        ? [
            {
              account,
              amount: paid,
              periods: debts.flatMap(({ period, amount: debt }) =>
                period ? [{ period, amount: debt }] : [],
              ),
            },
          ]
        : [],
    ),
  }))
}

const debtsOfPart = ({ account, amount, periods }: BasketPreviewPart): OwingAccount => {
  const periodDebts = periods ?? []
  const older = amount - totalOf(periodDebts.map((period) => period.amount))
  return {
    account,
    debts: [...(older > 0 ? [{ period: null, amount: toKopecks(older) }] : []), ...periodDebts],
  }
}

const readAmount = (
  typed: string,
): { ok: true; kopecks: Kopecks | null } | { ok: false; errors: string[] } => {
  if (!typed.trim()) return { ok: true, kopecks: null }
  const parsed = typedAmount.safeParse(typed)
  return parsed.success
    ? { ok: true, kopecks: parsed.data }
    : { ok: false, errors: parsed.error.issues.map(({ message }) => message) }
}

const emptyRefusal: RefusedChoice = { amount: [], accounts: [], words: [], groups: [] }

const refusalOf = ({ code, message, errors, groups }: InvalidInput): RefusedChoice => {
  if (code === problemCodes.differentPayees && groups) return viewOfGroups(groups, message)
  const of = (isOwn: (field: string) => boolean) =>
    Object.entries(errors).flatMap(([field, words]) => (isOwn(field) ? words : []))
  const amount = of((field) => field === 'amount')
  const accounts = of((field) => field.startsWith('account'))
  const others = of((field) => field !== 'amount' && !field.startsWith('account'))
  const atFields = [...amount, ...accounts]
  const words = [message, ...others].filter((text) => text && !atFields.includes(text))
  const hasMessages = atFields.length + words.length > 0
  return {
    amount,
    accounts,
    words: hasMessages ? words : ['Так заплатить нельзя. Проверьте лицевые счета и сумму.'],
    groups: [],
  }
}
