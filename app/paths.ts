/** Every path of the site, defined here only. Paths that letters link to are in contract/portal-paths. */
export const paths = {
  home: '/',
  login: '/login',
  loginTo: (redirectTo?: string) => withQuery('/login', { redirectTo }),
  loginCode: (redirectTo?: string) => withQuery('/login/code', { redirectTo }),
  registration: (redirectTo?: string) => withQuery('/registration', { redirectTo }),
  registrationSent: '/registration?sent',
  forgotPassword: '/forgot-password',
  forgotPasswordSent: '/forgot-password?sent',
  logout: '/logout',
  privacy: '/privacy',
  consent: '/consent',
  cookieSettings: '/cookie-settings',
  accessibleVersion: '/accessible-version',
  styleguide: (component?: string) => withQuery('/styleguide', { component }),
  accounts: '/personal',
  accountsFound: (filter: string, page = 1) =>
    withQuery('/personal', { filter: filter || undefined, page: page > 1 ? `${page}` : undefined }),
  addAccount: '/personal/add-account',
  deleteAccount: (account: string) => withQuery('/personal/delete-account', { account }),
  accessClose: (account: string, grant: string) => withQuery('/personal/access-close', { account, grant }),
  accountTitle: (account: string) => withQuery('/personal/account-title', { account }),
  /** Without an account: the default one, or the first that the customer owns. */
  access: (account?: string) => withQuery('/personal/access', { account }),
  profile: '/personal/profile',
  changeEmailRequest: '/personal/change-email-request',
  security: '/personal/security',
  myData: '/personal/my-data',
  myDataJson: '/personal/my-data.json',
  invoice: (account?: string, period?: string) => withQuery('/personal/invoice', { account, period }),
  invoicePdf: (account: string, period: string) => withQuery('/personal/invoice.pdf', { account, period }),
  invoiceCode: (account: string, period: string) =>
    withQuery('/personal/invoice-code.png', { account, period }),
  /** Without a year: the paper that nothing is owed today. */
  statement: (account: string, year?: string) => withQuery('/personal/statement.pdf', { account, year }),
  invoiceExplanation: (account: string, periods: { period?: string; against?: string } = {}) =>
    withQuery('/personal/invoice-explanation', { account, ...periods }),
  history: (filter: HistoryFilter = {}) => withQuery('/personal/history', filter),
  historyCsv: (filter: HistoryFilter) => withQuery('/personal/history.csv', filter),
  readings: (filter: ReadingsShown = {}) => withQuery('/personal/readings', filter),
  /** `cameFrom`: the page that the back link leads to; left out: the profile. */
  reminders: (cameFrom: CameFrom = {}) => withQuery('/personal/reminders', cameFrom),
  calendar: (token: string) => `/calendar/${encodeURIComponent(token)}.ics`,
  pay: (prefill: Prefill = {}) => withQuery('/pay', prefill),
  paySuccess: '/pay/success',
  payFailed: '/pay/failed',
  payResult: (payment: string) => withQuery('/pay/success', { payment }),
  personalPay: (prefill: Prefill = {}) => withQuery('/personal/pay', prefill),
  askToPay: (account: string) => withQuery('/personal/ask-to-pay', { account }),
  personalPaySuccess: '/personal/pay-success',
  personalPayFailed: '/personal/pay-failed',
  personalPayResult: (payment: string) => withQuery('/personal/pay-success', { payment }),
  paySeveral: (accounts: readonly string[] = []) =>
    withQuery(
      '/personal/pay-several',
      accounts.map((account) => ['account', account]),
    ),
  payAll: '/personal/pay-several?accounts=all',
  basketResult: (basket: string) => withQuery('/personal/pay-success', { basket }),
  autopayments: '/personal/autopayments',
  newAutopayment: (account?: string) => withQuery('/personal/autopayments/new', { account }),
  autopayment: (id: string) => `/personal/autopayments/${encodeURIComponent(id)}`,
  changeAutopayment: (id: string) => `/personal/autopayments/${encodeURIComponent(id)}/change`,
  removeAutopayment: (id: string) => `/personal/autopayments/${encodeURIComponent(id)}/delete`,
  autopaySuccess: '/personal/autopay-success',
  autopayFailed: '/personal/autopay-failed',
  autopayResult: (payment: string) => withQuery('/personal/autopay-success', { payment }),
  autopayAgreement: '/autopay-agreement',
} as const

/** The filter of a link to the history; days as 2026-10-05. */
type HistoryFilter = { account?: string; from?: string; to?: string; status?: string; cursor?: string }

/** What a link to the readings shows: an account, one of its meters, a page of the history. */
type ReadingsShown = { account?: string | undefined; meter?: string; cursor?: string }

/** The page with a link to the reminders, of one of the customer's accounts. */
export type CameFrom = { from?: 'invoice' | 'readings'; account?: string | undefined }

/** The prefilled values of a link to a payment form; `amount` is in rubles, as people type them. */
type Prefill = { account?: string; amount?: string }

/** Leaves out values that are undefined or empty. */
function withQuery(path: string, values: Record<string, string | undefined> | string[][]) {
  const pairs = Array.isArray(values)
    ? values
    : Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const query = new URLSearchParams(pairs).toString()
  return query ? `${path}?${query}` : path
}
