import type { PaymentGateway } from './gateways/payment-gateway'

/** Whether the gateway takes no account numbers as long as this one. */
export const isAccountTooLong = (
  { longestAccount }: Pick<PaymentGateway, 'longestAccount'>,
  account: string,
): boolean => longestAccount !== null && account.length > longestAccount
