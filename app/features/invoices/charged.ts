import type { Invoice } from 'contract/invoices'
import { sumOf } from 'format/money'

type Charges = Pick<Invoice, 'lines' | 'penalty'>

/** What an invoice adds to the balance, with its penalty, kopecks; null when it is too large for a number. */
export const chargedIn = ({ lines, penalty }: Charges): number | null =>
  sumOf([...lines.map(({ total }) => total), penalty])

/** Its name on the screen. */
export const chargedTerm = (invoices: readonly Charges[]) =>
  invoices.some(({ penalty }) => penalty !== 0) ? 'Начислено с\u00a0пенями' : 'Начислено'
