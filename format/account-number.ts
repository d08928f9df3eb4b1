import { withoutInvisibleSigns } from './invisible-signs'

const LABEL = /^(?:(?:лицевой\s*сч[её]т|л\s*[/.\\]\s*с\.?|лс|сч[её]т)\s*[:.]?\s*)/i
const ORNAMENT = /[\s\u00a0\u2007\u2009\u202f\u2010-\u2015\u2212№#:-]+/g

/** Normalizes an account number as people type or paste it: 'л/с № 1234-567-890' → '1234567890'. */
export function normalizeAccountNumber(text: string): string {
  return withoutInvisibleSigns(text).trim().replace(LABEL, '').replace(ORNAMENT, '')
}

/** Digits in even groups of three or four on one line: '123 456 7890'. Short or lettered numbers stay as they are. */
export function formatAccountNumber(account: string): string {
  if (!/^\d{6,}$/.test(account)) return account
  const groups = Math.ceil(account.length / 4)
  const bounds = Array.from({ length: groups + 1 }, (_, index) =>
    Math.floor((index * account.length) / groups),
  )
  return bounds
    .slice(1)
    .map((end, index) => account.slice(bounds[index], end))
    .join('\u00a0')
}
