import type { Visitor } from './actions/visitor'
import { expect, test } from './test'

// The company has its own colour, and a menu with a page that does not exist.
test.use({ setup: { settings: { CONTENT_DIR: 'e2e/data/own-company' } } })

const accent = ({ page }: Visitor) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))

test('a company keeps its colour on an error screen and after it @scripts-on', async ({ visitor }) => {
  await visitor.opens('/login')
  await visitor.findsAlive('Показать пароль')
  expect(await accent(visitor)).toBe('#a3320b')

  await visitor.page.evaluate(() => void Object.assign(window, { sameDocument: true }))
  await visitor.header.getByRole('link', { name: 'Тарифы' }).click()
  await expect(visitor.h1).toHaveText('Ошибка 404 - Страница не найдена')
  await expect.poll(() => accent(visitor)).toBe('#a3320b')

  await visitor.goesBack()
  await expect(visitor.h1).toHaveText('Вход')
  await expect.poll(() => accent(visitor)).toBe('#a3320b')
  expect(await visitor.page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('a long word in its name leaves the header of a phone one row @scripts-off', async ({
  visitor,
  signedInAsAnna,
}) => {
  const row = async () => (await visitor.header.boundingBox())?.height ?? 0
  const heights: number[] = []
  for (const width of [360, 390]) {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.opens('/login')
    heights.push(await row())
  }
  await signedInAsAnna()
  for (const width of [360, 390]) {
    await visitor.page.setViewportSize({ width, height: 800 })
    heights.push(await row())
  }
  for (const height of heights) expect(height).toBeLessThan(72)
})
