import type { Visitor } from './actions/visitor'
import { isAlive } from './support/scripts'
import { expect, test } from './test'

/** Wraps every text of the page as the translation of browsers does: React then no longer finds its text nodes. */
const translate = ({ page }: Visitor) =>
  page.evaluate(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (node instanceof Text && node.data.trim() && !node.parentElement?.closest('script, style, noscript'))
        texts.push(node)
    for (const text of texts) {
      const font = document.createElement('font')
      font.append(document.createElement('font'))
      font.firstElementChild?.append(text.data)
      text.replaceWith(font)
    }
    return texts.length
  })

/** Presses each button of the page's forms, whose requests fail, and returns the presses that changed the screen. */
async function pressEveryButton(visitor: Visitor, path: string) {
  const { page } = visitor
  const lost: string[] = []
  const count = await visitor.main.locator('form[method=post] button[type=submit]').count()
  for (let index = 0; index < count; index++) {
    await visitor.opens(path)
    const h1 = await visitor.h1.textContent()
    // If the page were translated during hydration, React would render it again.
    await expect.poll(() => page.evaluate(isAlive)).toBe(true)
    expect(await translate(visitor)).toBeGreaterThan(10)
    const button = visitor.main.locator('form[method=post] button[type=submit]').nth(index)
    if (!(await button.isVisible())) continue
    const words = await button.textContent()
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await button.click()
    await sent
    await expect(button).toHaveText(words ?? '')
    if ((await visitor.h1.textContent()) !== h1) lost.push(`${path}: ${words}`)
  }
  return { count, lost }
}

test('a page that the browser has translated keeps its screen while its forms are sent @scripts-on', async ({
  visitor,
  signedInAsAnna,
  faults,
}) => {
  test.setTimeout(180_000)
  const { page } = visitor
  faults.expect(/net::ERR_FAILED/)
  await signedInAsAnna()
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'POST') await route.abort()
    else await route.continue()
  })
  let pressed = 0
  for (const path of [
    '/personal/autopayments',
    '/personal/security',
    '/personal/profile',
    '/personal/readings',
    '/personal/pay',
    '/personal/reminders',
    '/personal/my-data',
    '/personal/add-account',
  ]) {
    await visitor.opens(path)
    const { count, lost } = await pressEveryButton(visitor, path)
    expect(lost).toEqual([])
    pressed += count
  }
  expect(pressed).toBeGreaterThan(10)
})
