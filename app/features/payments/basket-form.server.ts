import { basketBody, nothingToPay } from 'contract/basket'
import { accountNumber } from 'contract/identifiers'
import { longestReturnedId } from 'contract/limits'
import { toKopecks } from 'contract/money'
import type { PaymentKind } from 'contract/payments'
import { accountsAtOnceInWords } from 'format/account'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedKey } from '~/server/forms/idempotency-key.server'
import {
  confirmedField,
  ignoredField,
  kindField,
  outOfBounds,
  partAmount,
} from '~/server/payments/payment-fields.server'
import { byPayee, isTicked, PART_PREFIX, PAYEE_PREFIX, type PartField, partField } from './basket-part'

/** The accounts whose parts were posted, in the order of the page: at most one more than a payment may have. */
export const postedAccounts = (fields: URLSearchParams, accountsAtOnce: number): string[] => {
  const posted = [...fields.keys()]
    .filter((name) => name.startsWith(PART_PREFIX))
    .map((name) => name.slice(PART_PREFIX.length))
  const possible = posted.filter((account) => account !== '' && account.length <= longestReturnedId)
  return [...new Set(possible)].slice(0, accountsAtOnce + 1)
}

/** The payee of a posted part, as the page had grouped it; empty if all parts have one payee. */
export const postedPayee = (account: string, fields: URLSearchParams): string =>
  (fields.get(PAYEE_PREFIX + account) ?? '').slice(0, longestReturnedId)

/** The amounts to pay, kopecks; accounts without an amount are left out. */
export const partsOf = (formValue: object, accounts: readonly string[], fields: URLSearchParams) =>
  accounts.flatMap((account, index) => {
    const amount = amountIn(formValue, partField(index))
    const payee = postedPayee(account, fields)
    return amount > 0 ? [{ account: accountNumber.parse(account), amount: toKopecks(amount), payee }] : []
  })

const amountIn = (formValue: object, field: PartField): number => {
  const amount: unknown = new Map(Object.entries(formValue)).get(field)
  return typeof amount === 'number' ? amount : 0
}

interface BasketFormOptions {
  accountsAtOnce: number
  /** See `kindsToChoose`. */
  kinds: readonly PaymentKind[]
  fields: URLSearchParams
}

/**
 * The form of these accounts. The part of an account whose box is not ticked does not count. The fields are numbered: an
 * account number may have signs that the form parser takes for a structure.
 */
export const basketForm = (
  accounts: readonly string[],
  { accountsAtOnce, kinds, fields }: BasketFormOptions,
) => {
  const ticked = accounts.map((account) => isTicked(account, fields))
  const partFields = accounts.map((_, index) => partField(index))
  const parts = Object.fromEntries(
    partFields.map((field, index) => [field, ticked[index] ? partAmount : ignoredField]),
  )
  // Without a saved method: a new card, or another method of the bank's page.
  const schema = basketBody
    .pick({ paymentMethod: true, saveMethod: true })
    .extend({
      ...parts,
      kind: kindField(fields.get('paymentMethod') ? [] : kinds),
      idempotencyKey: postedKey,
      confirmed: confirmedField,
    })
    .superRefine((typed, check) => {
      if (ticked.filter(Boolean).length > accountsAtOnce)
        check.addIssue({ code: 'custom', message: accountsAtOnceInWords(accountsAtOnce) })
      const message =
        ticked.every((isPaid) => !isPaid) && accounts.length > 0
          ? 'Отметьте хотя бы один лицевой счёт'
          : nothingToPay
      const paid = accounts.flatMap((account, index) => {
        const amount = amountIn(typed, partField(index))
        return amount > 0 ? [{ field: partField(index), amount, payee: postedPayee(account, fields) }] : []
      })
      if (paid.length === 0) check.addIssue({ code: 'custom', message, path: partFields.slice(0, 1) })
      for (const parts of byPayee(paid)) {
        const message = outOfBounds(parts.reduce((sum, { amount }) => sum + amount, 0))
        if (message)
          check.addIssue({ code: 'custom', message, path: parts.slice(0, 1).map(({ field }) => field) })
      }
    })
  const controls = Object.fromEntries(
    accounts.map((account, index) => [partField(index), PART_PREFIX + account]),
  )
  return defineForm({ name: 'pay', schema, controls })
}
