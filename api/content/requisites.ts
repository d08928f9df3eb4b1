import { isBic, isCorrespondentAccount, isInn, isKpp, isOgrn, isSettlementAccount } from 'format/requisites'
import { z } from 'zod'

const text = z.string().trim().min(1)
const bankAccount = ['bank', 'bic', 'correspondent_account', 'settlement_account'] as const

/** The company as law and banks know it; check digits are checked, and an account together with its bank. */
export const requisites = z
  .strictObject({
    legal_name: text,
    inn: text.refine(isInn, 'is no INN: its check digit does not hold'),
    kpp: text.refine(isKpp, 'is no KPP: it has nine characters').optional(),
    ogrn: text.refine(isOgrn, 'is no OGRN: its check digit does not hold').optional(),
    address: text.optional(),
    bank: text.optional(),
    bic: text.refine(isBic, 'is no BIC: it has nine digits, from 04').optional(),
    correspondent_account: text.optional(),
    settlement_account: text.optional(),
  })
  .superRefine((given, context) => {
    const wrong = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const { bic = '', correspondent_account, settlement_account } = given
    if (bankAccount.some((field) => given[field] !== undefined))
      for (const field of bankAccount)
        if (given[field] === undefined) wrong(field, 'is needed beside the other data of the bank account')
    if (!isBic(bic)) return
    if (settlement_account !== undefined && !isSettlementAccount(settlement_account, bic))
      wrong('settlement_account', 'is no account at the bank of this BIC: its check digit does not hold')
    if (correspondent_account !== undefined && !isCorrespondentAccount(correspondent_account, bic))
      wrong('correspondent_account', 'is not the account of this BIC: its check digit does not hold')
  })
