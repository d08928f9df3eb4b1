import type { PaymentStatus } from 'contract/payments'

/** The filter in the address of the history, as typed; empty values where there is none. */
export interface TypedFilter {
  from: string
  to: string
  status: string
}

/** Errors by the name of the control. */
export type FilterErrors = Partial<Record<keyof TypedFilter, string>>

/** The titles of the statuses, in the filter's order. */
export const statusTitles: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Ожидают',
  succeeded: 'Оплачены',
  canceled: 'Не прошли или отменены',
}
