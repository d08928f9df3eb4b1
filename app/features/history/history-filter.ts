import type { PaymentStatus } from 'contract/payments'

/** What the address of the history asks for, as it was typed; empty where it asks for nothing. */
export interface TypedFilter {
  from: string
  to: string
  status: string
}

/** What is wrong with the address, by the name of the control. */
export type FilterErrors = Partial<Record<keyof TypedFilter, string>>

/** The states as the filter names them, in its order. */
export const statusTitles: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Ожидают',
  succeeded: 'Оплачены',
  canceled: 'Отменены',
}

/** The values that were given: no address and no call carries an empty one. */
export const chosenOf = ({ from, to, status }: TypedFilter): Partial<TypedFilter> => ({
  ...(from && { from }),
  ...(to && { to }),
  ...(status && { status }),
})
