import { withoutInvisibleSigns } from './invisible-signs'

const LABEL = /^(?:(?:лицевой\s*сч[её]т|л\s*[/.\\]\s*с\.?|лс|сч[её]т)\s*[:.]?\s*)/i
const ORNAMENT = /[\s\u00a0\u2007\u2009\u202f\u2010-\u2015\u2212№#:-]+/g

/** Normalizes an account number as people type or paste it: 'л/с № 1234-567-890' → '1234567890'. */
export function normalizeAccountNumber(text: string): string {
  return withoutInvisibleSigns(text).trim().replace(LABEL, '').replace(ORNAMENT, '')
}
