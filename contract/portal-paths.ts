/** The portal's paths that letters link to; the route map uses the same. */
export const portalPaths = {
  login: '/login',
  forgotPassword: '/forgot-password',
  verifyEmail: (id: string, code: string) => `/verify-email/${encodeURIComponent(id)}?${query({ code })}`,
  changePassword: (id: string, code: string) =>
    `/change-password/${encodeURIComponent(id)}?${query({ code })}`,
  changeEmail: (id: string, code: string) => `/personal/change-email?${query({ id, code })}`,
  changeEmailUndo: (id: string, code: string) =>
    `/change-email-undo/${encodeURIComponent(id)}?${query({ code })}`,
  optOutOfCharge: (id: string, code: string) =>
    `/autopay-refuse/${encodeURIComponent(id)}?${query({ code })}`,
  stopReadingReminder: (id: string, code: string) =>
    `/reminder-off/${encodeURIComponent(id)}?${query({ code })}`,
  stopInvoiceLetters: (id: string, code: string) =>
    `/invoice-letters-off/${encodeURIComponent(id)}?${query({ code })}`,
  reminders: '/personal/reminders',
  accessInvite: (id: string, code: string) => `/access-invite/${encodeURIComponent(id)}?${query({ code })}`,
  access: (account: string) => `/personal/access?${query({ account })}`,
  notMe: (id: string, code: string) => `/not-me/${encodeURIComponent(id)}?${query({ code })}`,
  deletionUndo: (id: string, code: string) => `/deletion-undo/${encodeURIComponent(id)}?${query({ code })}`,
  accounts: '/personal',
  autopayments: '/personal/autopayments',
  newAutopayment: (account: string) => `/personal/autopayments/new?${query({ account })}`,
  readings: (account: string) => `/personal/readings?${query({ account })}`,
  invoice: (account: string, period: string) => `/personal/invoice?${query({ account, period })}`,
  payFor: (account: string) => `/personal/pay?${query({ account })}`,
  /** The result of a payment without sign-in. */
  payment: (id: string) => `/pay/success?${query({ payment: id })}`,
  personalPayment: (id: string) => `/personal/pay-success?${query({ payment: id })}`,
} as const

const query = (values: Record<string, string>) => new URLSearchParams(values).toString()
