/** The one place where an address of the site is spelled. Those that letters link to stand in contract/portal-paths. */
export const paths = {
  home: '/',
  login: '/login',
  loginTo: (redirectTo: string) => withQuery('/login', { redirectTo }),
  registration: '/registration',
  registrationSent: '/registration?sent',
  forgotPassword: '/forgot-password',
  forgotPasswordSent: '/forgot-password?sent',
  logout: '/logout',
  privacy: '/privacy',
  consent: '/consent',
  cookieSettings: '/cookie-settings',
  accessibleVersion: '/accessible-version',
  styleguide: (component?: string) => withQuery('/styleguide', chosen({ component })),
  accounts: '/personal',
  accountsFound: (filter: string) => (filter ? `/personal?${new URLSearchParams({ filter })}` : '/personal'),
  addAccount: '/personal/add-account',
  deleteAccount: (account: string) => `/personal/delete-account?${new URLSearchParams({ account })}`,
  profile: '/personal/profile',
  changeEmailRequest: '/personal/change-email-request',
  invoice: (account?: string, period?: string) => withQuery('/personal/invoice', chosen({ account, period })),
  invoicePdf: (account: string, period: string) => withQuery('/personal/invoice.pdf', { account, period }),
  history: (asked: AskedHistory = {}) => withQuery('/personal/history', chosen({ ...asked })),
  historyCsv: (asked: AskedHistory) => withQuery('/personal/history.csv', chosen({ ...asked })),
  pay: (prefill: Prefill = {}) => withQuery('/pay', prefill),
  paySuccess: '/pay/success',
  payFailed: '/pay/failed',
  payResult: (payment: string) => withQuery('/pay/success', { payment }),
  personalPay: (prefill: Prefill = {}) => withQuery('/personal/pay', prefill),
  personalPaySuccess: '/personal/pay-success',
  personalPayFailed: '/personal/pay-failed',
  personalPayResult: (payment: string) => withQuery('/personal/pay-success', { payment }),
  autopayments: '/personal/autopayments',
  newAutopayment: (account?: string) => withQuery('/personal/autopayments/new', chosen({ account })),
  autopayment: (id: string) => `/personal/autopayments/${encodeURIComponent(id)}`,
  changeAutopayment: (id: string) => `/personal/autopayments/${encodeURIComponent(id)}/change`,
  removeAutopayment: (id: string) => `/personal/autopayments/${encodeURIComponent(id)}/delete`,
  autopaySuccess: '/personal/autopay-success',
  autopayFailed: '/personal/autopay-failed',
  autopayResult: (payment: string) => withQuery('/personal/autopay-success', { payment }),
  autopayAgreement: '/autopay-agreement',
} as const

/** Which payments a link to the history is about; days as 2026-10-05. */
type AskedHistory = { account?: string; from?: string; to?: string; status?: string; cursor?: string }

/** What a link to a payment form fills in; `amount` is in rubles, as people type them. */
type Prefill = { account?: string; amount?: string }

function withQuery(path: string, values: Record<string, string>) {
  const query = new URLSearchParams(values).toString()
  return query ? `${path}?${query}` : path
}

/** The values that were given. */
function chosen(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}
