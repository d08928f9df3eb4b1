/** The portal's addresses that letters link to; both the letters and the portal's route map spell them from here. */
export const portalPaths = {
  login: '/login',
  forgotPassword: '/forgot-password',
  verifyEmail: (id: string, code: string) => `/verify-email/${encodeURIComponent(id)}?${query({ code })}`,
  changePassword: (id: string, code: string) =>
    `/change-password/${encodeURIComponent(id)}?${query({ code })}`,
  changeEmail: (id: string, code: string) => `/personal/change-email?${query({ id, code })}`,
  changeEmailUndo: (id: string, code: string) =>
    `/change-email-undo/${encodeURIComponent(id)}?${query({ code })}`,
  refuseAutopayment: (id: string, code: string) =>
    `/autopay-refuse/${encodeURIComponent(id)}?${query({ code })}`,
  autopayments: '/personal/autopayments',
  newAutopayment: (account: string) => `/personal/autopayments/new?${query({ account })}`,
  payFor: (account: string) => `/personal/pay?${query({ account })}`,
  /** The result of a payment, for whoever has made it without signing in. */
  payment: (id: string) => `/pay/success?${query({ payment: id })}`,
  personalPayment: (id: string) => `/personal/pay-success?${query({ payment: id })}`,
} as const

const query = (values: Record<string, string>) => new URLSearchParams(values).toString()
