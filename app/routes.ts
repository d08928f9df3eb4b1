import { index, layout, prefix, type RouteConfig, route } from '@remix-run/route-config'

export default [
  layout('routes/_layouts/auth.tsx', [
    route('login', 'routes/auth/login.tsx'),
    route('login/code', 'routes/auth/login-code.tsx'), // ?redirectTo=
    route('registration', 'routes/auth/registration.tsx'),
    route('forgot-password', 'routes/auth/forgot-password.tsx'),
    route('change-password/:id', 'routes/auth/change-password.tsx'),
    route('verify-email/:id', 'routes/auth/verify-email.tsx'),
    route('not-me/:id', 'routes/auth/not-me.tsx'),
    route('change-email-undo/:id', 'routes/auth/change-email-undo.tsx'),
    route('deletion-undo/:id', 'routes/auth/deletion-undo.tsx'),
  ]),
  layout('routes/_layouts/personal.tsx', [
    ...prefix('personal', [
      route('/', 'routes/personal/accounts.tsx'),
      route('add-account', 'routes/personal/add-account.tsx'),
      route('delete-account', 'routes/personal/delete-account.tsx'),
      route('account-title', 'routes/personal/account-title.tsx'), // ?account=
      route('access', 'routes/personal/access.tsx'), // ?account=
      route('access-close', 'routes/personal/access-close.tsx'), // ?account=&grant=
      route('invoice', 'routes/personal/invoice.tsx'),
      route('invoice-explanation', 'routes/personal/invoice-explanation.tsx'), // ?account=&period=&against=
      route('history', 'routes/personal/history.tsx'),
      route('readings', 'routes/personal/readings.tsx'), // ?account=&meter=&cursor=
      route('reminders', 'routes/personal/reminders.tsx'),
      route('pay', 'routes/personal/pay.tsx'),
      route('ask-to-pay', 'routes/personal/ask-to-pay.tsx'), // ?account=
      route('pay-several', 'routes/personal/pay-several.tsx'), // ?account=&amount=
      route('pay-success', 'routes/personal/pay-result.tsx', { id: 'pay-success' }),
      route('pay-failed', 'routes/personal/pay-result.tsx', { id: 'pay-failed' }),
      route('autopayments', 'routes/personal/autopayments.tsx'),
      route('autopayments/new', 'routes/personal/new-autopayment.tsx'),
      route('autopayments/:id', 'routes/personal/autopayment.tsx'),
      route('autopayments/:id/change', 'routes/personal/change-autopayment.tsx'),
      route('autopayments/:id/delete', 'routes/personal/remove-autopayment.tsx'),
      route('autopay-success', 'routes/personal/autopay-result.tsx', { id: 'autopay-success' }),
      route('autopay-failed', 'routes/personal/autopay-result.tsx', { id: 'autopay-failed' }),
      route('profile', 'routes/personal/profile.tsx'),
      route('my-data', 'routes/personal/my-data.tsx'),
      route('change-email-request', 'routes/personal/change-email-request.tsx'),
      route('change-email', 'routes/personal/change-email.tsx'),
      route('security', 'routes/personal/security.tsx'),
    ]),
  ]),
  layout('routes/_layouts/default.tsx', [
    index('routes/content/home.tsx'),
    route('accessible-version', 'routes/accessible-version.tsx'),
    route('pay', 'routes/pay/pay.tsx'),
    route('pay/success', 'routes/pay/result.tsx', { id: 'guest-pay-success' }),
    route('pay/failed', 'routes/pay/result.tsx', { id: 'guest-pay-failed' }),
    route('access-invite/:id', 'routes/auth/access-invite.tsx'), // ?code=
    route('autopay-refuse/:id', 'routes/pay/opt-out.tsx'),
    route('reminder-off/:id', 'routes/auth/reminder-off.tsx'),
    route('invoice-letters-off/:id', 'routes/auth/invoice-letters-off.tsx'),
    route('styleguide', 'routes/styleguide.tsx'), // ?component=
    route('cookie-settings', 'routes/content/cookie-settings.tsx'),
    route('*', 'routes/content/content-page.tsx'),
  ]),
  route('logout', 'routes/resources/logout.ts'),
  route('personal/history.csv', 'routes/resources/history-csv.ts'), // ?account=&from=&to=&status=
  route('personal/invoice.pdf', 'routes/resources/invoice-pdf.ts'), // ?account=&period=
  route('personal/invoice-code.png', 'routes/resources/invoice-code.ts'), // ?account=&period=
  route('personal/statement.pdf', 'routes/resources/statement-pdf.ts'), // ?account=&year=
  route('calendar/:file', 'routes/resources/calendar.ts'),
  route('personal/my-data.json', 'routes/resources/my-data-json.ts'),
] satisfies RouteConfig
