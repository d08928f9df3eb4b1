import fc from 'fast-check'
import { printFigure, times } from '../tests/support/long-run'
import { dangerousAddress, wildAddress } from '../tests/support/wild-addresses'
import { expect, test } from './test'

const FETCHED = times(300, 30_000)
const OPENED = times(20, 1_000)
/** Requests at once: few enough for the portal to accept all of them even on a slow machine. */
const AT_ONCE = 10

test.use({ setup: { settings: { POST_LIMIT: '1000000' } } })
test.setTimeout(times(60_000, 3_600_000))

/** Forms that anybody may send and that lead to an address of their own. */
const forms = [
  { action: '/cookie-settings', field: 'redirectTo', fields: { choice: 'necessary' } },
  { action: '/accessible-version', field: 'back', fields: { intent: 'off' } },
]

const targets = (count: number, site: string) =>
  fc
    .sample(
      fc.oneof(
        { weight: 4, arbitrary: wildAddress },
        { weight: 2, arbitrary: dangerousAddress },
        { weight: 1, arbitrary: wildAddress.map((address) => site + address) },
      ),
      count,
    )
    .map((target, nth) => {
      const form = forms[nth % forms.length]
      if (!form) throw new Error('There are no forms')
      return { action: form.action, fields: { ...form.fields, [form.field]: target } }
    })

test(`of ${FETCHED} generated targets none leads Chromium off the site @scripts-on`, async ({
  visitor,
  portal,
}) => {
  await visitor.opens('/cookie-settings')
  let landed = 0
  const sent = targets(FETCHED, portal.url)
  for (let from = 0; from < FETCHED; from += AT_ONCE) {
    // The page's policy forbids foreign hosts: a redirect to one rejects.
    const landings = await visitor.page.evaluate(
      (group) =>
        Promise.all(
          group.map(({ action, fields }) =>
            fetch(action, { method: 'POST', body: new URLSearchParams(fields) }).then(
              ({ url, redirected }) => (redirected ? new URL(url).origin : 'not redirected'),
              () => 'refused by Chromium',
            ),
          ),
        ),
      sent.slice(from, from + AT_ONCE),
    )
    for (const [nth, origin] of landings.entries())
      expect(origin, JSON.stringify(sent[from + nth])).toBe(portal.url)
    landed += landings.length
  }
  printFigure(7, `${landed} generated targets, fetched by Chromium: 0 off-site`)
})

test(`${OPENED} generated targets, opened as pages, stay on the site @scripts-off`, async ({
  page,
  portal,
}) => {
  await page.goto('/health')
  for (const { action, fields } of targets(OPENED, portal.url)) {
    const landed = page.waitForEvent('load')
    await page.evaluate(
      ([address, values]) => {
        const form = document.createElement('form')
        form.method = 'post'
        form.action = address
        for (const [name, value] of Object.entries(values)) {
          const input = document.createElement('textarea')
          input.name = name
          input.value = value
          form.append(input)
        }
        document.body.append(form)
        form.submit()
      },
      [action, fields] as const,
    )
    await landed
    expect(new URL(page.url()).origin, JSON.stringify(fields)).toBe(portal.url)
  }
  printFigure(7, `${OPENED} generated targets, opened as pages: 0 off-site`)
})
