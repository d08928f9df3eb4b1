import type { Payments } from 'api/payments'
import { errorFields, type Log } from 'monitoring/log'

/**
 * Cancels the payments that were to bind the cards of removed autopayments, where their gateways can. For after the commit
 * of the removal, which stands whether this works or not: a payment that goes on pays the account and binds no card.
 */
export const cancelFirstPayments = async (
  { payments, log }: { payments: Pick<Payments, 'cancel'>; log: Log },
  firstPayments: readonly string[],
) => {
  const cancel = (payment: string) =>
    payments
      .cancel(payment, 'withdrawn')
      .catch((error: unknown) =>
        log.error(
          { ...errorFields(error), payment },
          'the first payment of a removed autopayment could not be canceled',
        ),
      )
  await Promise.all(firstPayments.map(cancel))
}
