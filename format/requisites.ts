function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)
}

const ACCOUNT_WEIGHTS = Array.from({ length: 23 }, (_, index) => [7, 1, 3][index % 3] ?? 0)
const INN_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const INN_12_FIRST = [7, ...INN_10]
const INN_12_SECOND = [3, ...INN_12_FIRST]

const keyOf = (digits: string, weights: readonly number[]) => (weighted(digits, weights) % 11) % 10

/** A taxpayer's number of a company (10 digits) or a person (12) with valid check digits. */
export function isInn(inn: string): boolean {
  if (/^\d{10}$/.test(inn)) return keyOf(inn, INN_10) === Number(inn[9])
  if (!/^\d{12}$/.test(inn)) return false
  return keyOf(inn, INN_12_FIRST) === Number(inn[10]) && keyOf(inn, INN_12_SECOND) === Number(inn[11])
}

/** A code of the reason for registration (КПП): nine characters without a check digit. */
export function isKpp(kpp: string): boolean {
  return /^\d{4}[\dA-Z]{2}\d{3}$/.test(kpp)
}

/** A registration number of a company (13 digits) or a sole trader (15) with a valid check digit. */
export function isOgrn(ogrn: string): boolean {
  if (!/^(?:\d{13}|\d{15})$/.test(ogrn)) return false
  const body = ogrn.slice(0, -1)
  return (Number(body) % (body.length - 1)) % 10 === Number(ogrn.at(-1))
}

/** A Russian bank's identification code, nine digits. */
export function isBic(bic: string): boolean {
  return /^04\d{7}$/.test(bic)
}

/** A settlement account (20 digits) with a valid check digit for the bank of this BIC. */
export function isSettlementAccount(account: string, bic: string): boolean {
  if (!/^\d{20}$/.test(account) || !isBic(bic)) return false
  return weighted(bic.slice(-3) + account, ACCOUNT_WEIGHTS) % 10 === 0
}

/** A correspondent account (20 digits, from 301) with a valid check digit for this BIC. */
export function isCorrespondentAccount(account: string, bic: string): boolean {
  if (!/^301\d{17}$/.test(account) || !isBic(bic)) return false
  return weighted(`0${bic.slice(4, 6)}${account}`, ACCOUNT_WEIGHTS) % 10 === 0
}
