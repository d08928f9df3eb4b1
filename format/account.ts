import { withoutInvisibleSigns } from './invisible-signs'
import { plural } from './plural'

const LABEL = /^(?:(?:лицевой\s*сч[её]т|л\s*[/.\\]\s*с\.?|лс|сч[её]т)\s*[:.]?\s*)/i
const ORNAMENT = /[\s\u00a0\u2007\u2009\u202f\u2010-\u2015\u2212№#:-]+/g

/** Normalizes an account number as people type or paste it: 'л/с № 1234-567-890' → '1234567890'. */
export function normalizeAccountNumber(text: string): string {
  return withoutInvisibleSigns(text).trim().replace(LABEL, '').replace(ORNAMENT, '')
}

/** The error for more accounts than one payment may have; without a full stop. */
export const accountsAtOnceInWords = (most: number): string =>
  `За один раз можно оплатить не больше ${most} ${plural(most, ['лицевого счёта', 'лицевых счетов', 'лицевых счетов'])}`

/** The rights of a grant: 'видеть квитанции, платежи и показания, передавать показания'. */
export const rightsInWords = ({ readings, pay }: { readings: boolean; pay: boolean }): string =>
  [
    'видеть квитанции, платежи и\u00a0показания',
    ...(readings ? ['передавать показания'] : []),
    ...(pay ? ['платить'] : []),
  ].join(', ')
