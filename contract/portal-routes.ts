/** Below these paths the portal shows no page of the content. */
const trees = ['api', 'api-gateway', 'assets', 'builds', 'health', 'imports', 'personal', 'webhooks']

/** The portal's other addresses; `:` stands for any segment. */
const pages = [
  '/access-invite/:',
  '/accessible-version',
  '/autopay-refuse/:',
  '/calendar/:',
  '/change-email-undo/:',
  '/change-password/:',
  '/cookie-settings',
  '/deletion-undo/:',
  '/forgot-password',
  '/invoice-letters-off/:',
  '/login',
  '/login/code',
  '/logout',
  '/not-me/:',
  '/pay',
  '/pay/failed',
  '/pay/success',
  '/registration',
  '/reminder-off/:',
  '/styleguide',
  '/verify-email/:',
]

/** Whether the portal itself has a page at this path: content pages and redirects are not shown there. */
export const isPortalRoute = (path: string): boolean => {
  const address = path.toLowerCase()
  const [, first = ''] = address.split('/')
  return trees.includes(first) || pages.includes(address) || pages.includes(address.replace(/[^/]+$/, ':'))
}
