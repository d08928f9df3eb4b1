import { groupDigits } from './money'

/** The forms of a noun after 1, after 2–4 and after 5: ['день', 'дня', 'дней']. */
type PluralForms = readonly [one: string, few: string, many: string]

/** The form for a number; a fraction takes the second one ('1,5 дня'). */
export function plural(n: number, forms: PluralForms): string {
  const [one, few, many] = forms
  if (!Number.isInteger(n)) return few
  const lastTwo = Math.abs(n) % 100
  const last = lastTwo % 10
  if (lastTwo >= 11 && lastTwo <= 14) return many
  if (last === 1) return one
  return last >= 2 && last <= 4 ? few : many
}

/** The number with its noun and a no-break space: '4 дня'. */
export function count(n: number, forms: PluralForms): string {
  const [whole = '', fraction] = String(Math.abs(n)).split('.')
  const sign = n < 0 ? '\u2212' : ''
  const tail = fraction === undefined ? '' : `,${fraction}`
  return `${sign}${groupDigits(whole)}${tail}\u00a0${plural(n, forms)}`
}
