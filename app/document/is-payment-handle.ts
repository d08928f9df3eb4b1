/** Whether a route's handle is that of a payment page. */
export const isPaymentHandle = (handle: unknown) =>
  typeof handle === 'object' && handle !== null && 'payment' in handle && handle.payment === true
