import { plural } from './plural'

/** Said where more accounts are chosen than one payment may have; without a full stop. */
export const accountsAtOnceInWords = (most: number): string =>
  `За один раз можно оплатить не больше ${most} ${plural(most, ['лицевого счёта', 'лицевых счетов', 'лицевых счетов'])}`
