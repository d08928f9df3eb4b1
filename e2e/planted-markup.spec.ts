import { printFigure } from '../tests/support/long-run'
import { anna, register } from './data/people'
import { markup, withMarkup } from './data/planted-markup'
import { patterns } from './data/routes'
import { expect, test } from './test'

declare global {
  interface Window {
    executions: number
  }
}

// A portal with its own data: the sent forms change Anna's data.
test.use({ setup: { upstream: 'remote', settings: { SITE_TITLE: 'Planted' } } })

const flat = '4010028513'
const mailed = 'oP3nS3same0fTheM1ghty?code=oP3nS3same0fTheM1ghtyWh0KnowsWhat'
const ofTheFlat = `account=${flat}`

/** The queries with which an address shows the most. */
const queries: Record<string, string> = {
  '/personal': '?filter=%3Cscript%3Eplanted()%3C/script%3E',
  '/personal/invoice': `?${ofTheFlat}`,
  '/personal/invoice-explanation': `?${ofTheFlat}`,
  '/personal/history': `?${ofTheFlat}`,
  '/personal/readings': `?${ofTheFlat}`,
  '/personal/pay': `?${ofTheFlat}`,
  '/personal/ask-to-pay': `?${ofTheFlat}`,
  '/personal/pay-several': `?${ofTheFlat}&account=${register.garage.account}`,
  '/personal/delete-account': `?${ofTheFlat}`,
  '/personal/account-title': `?${ofTheFlat}`,
  '/personal/access': `?${ofTheFlat}`,
  '/personal/autopayments/new': `?${ofTheFlat}`,
  '/pay': `?${ofTheFlat}`,
  '/login': '?redirectTo=%2F%22%3E%3Cscript%3Eplanted()%3C%2Fscript%3E',
}
const addresses = [
  ...patterns.map((pattern) => {
    const path = pattern.replace(':id', mailed).replace('*', 'about')
    return `${path}${queries[pattern] ?? ''}`
  }),
  '/tariffs',
  '/contacts',
  '/help',
]

/** The forms of these pages would end the visit. */
const NOT_SENT = ['/personal/delete-account', '/personal/my-data']

test('markup in each field of answers and forms does nothing @scripts-on', async ({
  visitor,
  anotherVisitor,
  portal,
  faults,
}) => {
  test.setTimeout(300_000)
  const counts = { pages: 0, forms: 0, planted: 0 }

  const visits = async (who: typeof visitor) => {
    const { page } = who
    await page.addInitScript(() => {
      window.executions = 0
      Object.assign(window, {
        planted: () => {
          window.executions += 1
        },
      })
    })
    const look = async (about: string) => {
      await who.h1.waitFor()
      expect(await page.evaluate(() => window.executions), about).toBe(0)
      counts.pages += 1
      counts.planted += (await page.content()).split('planted()').length - 1
    }
    for (const address of addresses) {
      await who.opens(address)
      await look(address)
      if (NOT_SENT.some((path) => address.startsWith(path))) continue
      const count = await page.locator('main form[method="post"]').count()
      for (let nth = 0; nth < count; nth += 1) {
        await who.opens(address)
        const form = page.locator('main form[method="post"]').nth(nth)
        if (!(await form.isVisible())) continue
        const inputs = form.locator(
          'input:not([type=hidden], [type=checkbox], [type=radio], [type=date]):visible, textarea:visible',
        )
        if ((await inputs.count()) === 0) continue
        for (const input of await inputs.all()) await input.fill(markup)
        const answered = page.waitForResponse((response) => response.request().method() === 'POST')
        await form.locator('button:not([type=button])').first().click()
        await answered
        await look(`a form of ${address}`)
        counts.forms += 1
      }
    }
  }

  await visitor.isSignedIn(anna)
  if (portal.proxy) portal.proxy.change = withMarkup
  await visits(visitor)
  await visits(await anotherVisitor())
  // Otherwise nothing was planted, and the other checks would prove nothing.
  expect(counts.planted).toBeGreaterThan(counts.pages)
  expect(counts.forms).toBeGreaterThan(10)

  expect(faults.unexpected()).toEqual([])
  await test.step('a script that does get into a page is refused and noticed', async () => {
    faults.expect(/Content Security Policy/)
    const refusal = visitor.page.waitForEvent('console', (message) =>
      /Content Security Policy/.test(message.text()),
    )
    await visitor.page.evaluate(() => {
      const script = document.createElement('script')
      script.text = 'planted()'
      document.body.append(script)
    })
    await refusal
    expect(await visitor.page.evaluate(() => window.executions)).toBe(0)
  })
  printFigure(
    8,
    `${counts.pages} pages and ${counts.forms} forms with markup in each field, ${counts.planted} times in their documents: 0 executions, 0 violations`,
  )
})
