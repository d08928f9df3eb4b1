import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { withoutInvisibleSigns } from './invisible-signs'

const TYPED = /^[\d\s\u00a0\u2007\u2009\u202f()+.\u2010-\u2015\u2212-]+$/
// No area code begins with 89: '8999123456' is a mobile number after an 8, one digit short.
const RUSSIAN = /^(?:\+7|\+?8(?=9)|7|8)?((?!89)[3-9]\d{9})$/
const NO_NUMBER = /^\+7(?:[0-2]|89)/
const GROUPS = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/

/**
 * Parses a phone number as people type it ('8 (999) 123-45-67', '+7…', '9991234567', foreign ones with '+') to E.164,
 * '+79991234567'. Null for an invalid one.
 */
export function parsePhone(text: string): string | null {
  const typed = withoutInvisibleSigns(text)
  if (typed.length > 40 || !TYPED.test(typed)) return null
  const dialled = typed.replace(/[^\d+]/g, '')
  const russian = RUSSIAN.exec(dialled)
  if (russian) return `+7${russian[1]}`
  if (!/^\+\d+$/.test(dialled) || NO_NUMBER.test(dialled)) return null
  const foreign = parsePhoneNumberFromString(dialled)
  return foreign?.isPossible() ? foreign.number : null
}

/** '+79991234567' → '+7 999 123-45-67' without line breaks; a foreign number is unchanged. */
export function formatPhone(phone: string): string {
  return phone.replace(GROUPS, '+7\u00a0$1\u00a0$2-$3-$4')
}

/** '+79991234567' → '+7…67'. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 2)}…${phone.slice(-2)}`
}
