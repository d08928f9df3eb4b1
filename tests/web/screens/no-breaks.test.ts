import { withNoBreaks } from 'format/shown-text'
import { parse } from 'node-html-parser'
import { beforeAll, expect, test } from 'vitest'
import { openForTests } from '../../support/open-for-tests'
import type { Browser } from '../support/browser'
import type { Page } from '../support/page'
import { startPortal } from '../support/portal'
import { PUBLIC_URL, startRealApi } from '../support/real-api'

const api = openForTests(() => startRealApi('embedded'))
const portal = openForTests(() => startPortal(api.transport, { env: { PUBLIC_URL } }))
let guest: Browser
let customer: Browser

beforeAll(async () => {
  guest = portal.visitor()
  customer = portal.visitor()
  await customer.press(await customer.get('/login'), 'Войти', api.demoLogin)
})

/** The texts whose lines may end after a word of one letter, within an address or a range. */
const looseIn = (page: Page) => {
  const body = parse(page.html, { comment: false, blockTextElements: {} }).querySelector('body')
  const texts: string[] = []
  const collect = (node: NonNullable<typeof body>) => {
    for (const child of node.childNodes)
      if (child.nodeType === 3) texts.push(child.text)
      else if ('tagName' in child && !['SCRIPT', 'STYLE'].includes(String(child.tagName)))
        collect(Object(child))
  }
  if (body) collect(body)
  expect(texts.join('').length, page.path).toBeGreaterThan(50)
  return texts.filter((text) => withNoBreaks(text) !== text)
}

test.each([
  '/',
  '/about',
  '/tariffs',
  '/contacts',
  '/help',
  '/help/bill',
  '/help/readings',
  '/help/sign-in',
  '/help/problems',
  '/privacy',
  '/consent',
  '/offer',
  '/autopay-agreement',
  '/accessibility',
  '/accessible-version',
  '/cookie-settings',
  '/login',
  '/registration',
  '/forgot-password',
  '/pay',
  '/no/such/page',
])('%s breaks no line where it must not', async (path) => {
  expect(looseIn(await guest.get(path))).toEqual([])
})

test.each([
  '/personal',
  '/personal/add-account',
  '/personal/profile',
  '/personal/security',
  '/personal/my-data',
  '/personal/reminders',
  '/personal/access',
  '/personal/readings',
  '/personal/invoice',
  '/personal/invoice-explanation',
  '/personal/history',
  '/personal/pay',
  '/personal/ask-to-pay',
  '/personal/pay-several',
  '/personal/autopayments',
  '/personal/autopayments/new',
  '/personal/change-email-request',
])('%s breaks no line of a customer’s page where it must not', async (path) => {
  expect(looseIn(await customer.get(path))).toEqual([])
})

test('what the API says of a rejected form breaks no line where it must not', async () => {
  const page = await customer.post('/personal/add-account', { account: '0'.repeat(10) })
  expect(page.errorSummary).not.toEqual([])
  expect(looseIn(page)).toEqual([])
})
