import { describe, expect, test } from 'vitest'
import { customer } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const words = `Наши письма на адрес ${customer.email} не доходят.`
const pages = ['/personal', '/personal/profile']

/** Opens a page of a customer of whom the product API says this. */
const open = async (path: string, more: object) => {
  const visitor = await portal.customer()
  upstream.on('currentUser', { body: { data: { ...customer, ...more } } })
  return visitor.get(path)
}

describe.each(pages)('%s', (path) => {
  test('warns of an address at which letters do not arrive, and leads to its change', async () => {
    const page = await open(path, { emailUndeliverable: true })
    expect(page.status).toBe(200)
    expect(page.main).toContain(words)
    const links = page.all('main a[href="/personal/change-email-request"]')
    expect(links.map((link) => link.text.trim())).toEqual(['Изменить адрес почты'])
  })

  test.each([{}, { emailUndeliverable: false }, { emailUndeliverable: null }])(
    'does not warn where the API says %j',
    async (more) => {
      const page = await open(path, more)
      expect(page.status).toBe(200)
      expect(page.main).not.toContain('не доходят')
    },
  )
})

test.each(pages)('an address of a Cyrillic domain is shown as people write it: %s', async (path) => {
  const page = await open(path, { email: 'anna@xn--80a1acny.xn--p1ai', emailUndeliverable: true })
  expect(page.main).toContain('Наши письма на адрес anna@почта.рф не доходят.')
})

test('an address that is not named gives no warning without an address', async () => {
  const page = await open('/personal', { email: '', emailUndeliverable: true })
  expect(page.status).toBe(200)
  expect(page.main).not.toContain('не доходят')
})

test('a customer without accounts is warned, too', async () => {
  upstream.on('accounts', { body: { data: [] } })
  const page = await open('/personal', { emailUndeliverable: true })
  expect(page.main).toContain(words)
  expect(page.main).toContain('Добавьте первый лицевой счёт')
})
