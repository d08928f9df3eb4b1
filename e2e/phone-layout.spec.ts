import { longestName } from 'contract/limits'
import { usesLook } from './actions/display-settings'
import type { Visitor } from './actions/visitor'
import { axeFindsNothing } from './checks/accessibility'
import { sticksOut } from './checks/layout'
import { newcomer } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const SCREEN = { width: 360, height: 800 }

test.use({ viewport: SCREEN })

const payments = ({ main }: Visitor) => main.getByRole('table', { name: 'Платежи' })

/** The boxes of a row's cells, in reading order. */
const cellsOf = (visitor: Visitor, index: number) =>
  payments(visitor)
    .locator('tbody > tr')
    .nth(index)
    .locator(':scope > *')
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const { left, right, top, bottom } = cell.getBoundingClientRect()
        return { left, right, top, bottom }
      }),
    )

test('twenty payments fit three screens, two cells per line', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal/history')
  const rows = payments(visitor).locator('tbody > tr')
  await expect(rows).toHaveCount(20)
  const [first, last] = [await rows.first().boundingBox(), await rows.last().boundingBox()]
  if (!first || !last) throw new Error('Not to be seen')
  expect(last.y + last.height - first.y).toBeLessThanOrEqual(3 * SCREEN.height)

  const [when, sum, way, state] = await cellsOf(visitor, 0)
  if (!when || !sum || !way || !state) throw new Error('Cells are missing')
  for (const [left, right] of [
    [when, sum],
    [way, state],
  ] as const) {
    expect(right.left).toBeGreaterThanOrEqual(left.right)
    expect(right.top).toBeLessThan(left.bottom)
    expect(left.top).toBeLessThan(right.bottom)
  }
  expect(way.top).toBeGreaterThanOrEqual(when.bottom)
})

test('twenty payments are a short list in large text too', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
  portal,
}) => {
  await visitor.page.setViewportSize({ width: 320, height: 800 })
  const look = {
    scheme: 'white',
    size: '150',
    font: 'sans',
    spacing: '0',
    line: '1.5',
    images: 'on',
  } as const
  await usesLook(visitor, look, portal.url)
  await signedInAsAnna()
  await visitor.opens('/personal/history')
  await expect(payments(visitor).locator('tbody > tr')).toHaveCount(20)
  const body = await payments(visitor).locator('tbody').boundingBox()
  expect(body?.height).toBeLessThanOrEqual(3_700)

  const [day, time, sum, way, state] = await payments(visitor)
    .locator('tbody > tr')
    .first()
    .evaluate((row) => {
      const boxOf = (found: Node | null | undefined) => {
        const range = document.createRange()
        if (found) range.selectNodeContents(found)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        return { left, right, top, bottom, middle: (top + bottom) / 2 }
      }
      const [head, ...cells] = row.children
      return [boxOf(head?.firstChild), boxOf(head?.lastChild), ...cells.slice(0, 3).map(boxOf)]
    })
  if (!day || !time || !sum || !way || !state) throw new Error('Cells are missing')
  expect(sum.left).toBeGreaterThan(day.right)
  expect(Math.abs(sum.middle - day.middle)).toBeLessThan(5)
  expect(way.top).toBeGreaterThanOrEqual(day.bottom - 5)
  expect(state.left).toBeGreaterThan(way.right)
  expect(Math.abs(state.middle - way.middle)).toBeLessThan(8)
  expect(time.top).toBeGreaterThan(way.middle)
  if (visitor.scripts) await axeFindsNothing(visitor, 320, 'main')
})

test('the reason of a canceled payment is left-aligned', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal/history?status=canceled')
  const reason = visitor.main.getByText('На карте не хватило денег').first()
  await expect(reason).toHaveCSS('text-align', 'start')
  const [words, row] = [
    await reason.boundingBox(),
    await payments(visitor).locator('tbody > tr').first().boundingBox(),
  ]
  expect(words?.x).toBe(row?.x)
})

test('the list is still a table for screen readers', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal/history')
  const table = payments(visitor)
  await expect(table.getByRole('row')).toHaveCount(21)
  await expect(table.getByRole('columnheader')).toHaveText([
    'Дата и время',
    'Сумма',
    'Способ',
    'Состояние',
    'Откуда',
    'Чек',
  ])
  const row = table.getByRole('row').nth(1)
  await expect(row.getByRole('rowheader')).toHaveCount(1)
  await expect(row.getByRole('cell')).toHaveCount(5)
  if (visitor.scripts) await axeFindsNothing(visitor, 320, 'main')
})

test('the filter is folded until it is opened, active or invalid', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal/history')
  await expect(visitor.field('С какого дня')).toBeHidden()
  await visitor.main.getByText('Выбрать дни и состояние').click()
  await expect(visitor.field('С какого дня')).toBeVisible()
  await visitor.field('Состояние').selectOption('Оплачены')
  await visitor.presses('Показать')
  await expect(visitor.page).toHaveURL(/status=succeeded/)
  await expect(visitor.field('Состояние')).toBeVisible()
  await expect(visitor.field('Состояние')).toHaveValue('succeeded')

  await visitor.opens('/personal/history?from=2026-02-20&to=2026-02-10')
  await expect(visitor.field('По какой день')).toBeVisible()
  await expect(visitor.field('По какой день')).toHaveAttribute('aria-invalid', 'true')
})

test('on wide screens the filter is always open, and rows are table rows', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await visitor.page.setViewportSize({ width: 1280, height: 800 })
  await signedInAsAnna()
  await visitor.opens('/personal/history')
  await expect(visitor.field('С какого дня')).toBeVisible()
  await expect(visitor.main.getByText('Выбрать дни и состояние')).toBeHidden()
  const tops = (await cellsOf(visitor, 0)).map(({ top }) => Math.round(top))
  expect(new Set(tops).size).toBe(1)
  const picture = await visitor.main.getByRole('img', { name: /^Начислено и\sоплачено/ }).boundingBox()
  const list = await payments(visitor).boundingBox()
  expect(picture?.y).toBeLessThan(list?.y ?? 0)
})

test('a service of an invoice shows name and amount, then the calculation', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal/invoice')
  const rows = visitor.main.getByRole('table', { name: 'Начисления, ₽' }).locator('tbody > tr')
  for (const row of await rows.all()) {
    const name = await row.getByRole('rowheader').boundingBox()
    const sum = await row.getByRole('cell').last().boundingBox()
    const volume = await row.getByRole('cell').first().boundingBox()
    if (!name || !sum || !volume) throw new Error('Not to be seen')
    expect(sum.x).toBeGreaterThan(name.x)
    expect(sum.y).toBeLessThan(name.y + name.height)
    expect(volume.y).toBeGreaterThanOrEqual(name.y + name.height - 1)
  }
})

test('the header is one row, and every section of the cabinet is in sight', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await visitor.page.setViewportSize({ width: 390, height: 844 })
  const row = async () => (await visitor.header.boundingBox())?.height ?? 0
  await visitor.opens('/login')
  expect(await row()).toBeLessThan(72)
  await signedInAsAnna()
  for (const path of ['/personal', '/personal/profile']) {
    await visitor.opens(path)
    expect(await row()).toBeLessThan(72)
    const sections = visitor.leftMenu.getByRole('link')
    await expect(sections).toHaveCount(8)
    const boxes = await sections.evaluateAll((links) => links.map((link) => link.getBoundingClientRect()))
    for (const { left, right, bottom } of boxes) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(390)
      expect(bottom).toBeLessThan(844 / 4)
    }
    await expect(visitor.leftMenu.locator('[aria-current=page]')).toHaveCount(1)
  }
})

test('the footer fits one screen, with the same links for guests and customers', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  const footer = visitor.page.getByRole('contentinfo')
  const links = () => footer.getByRole('link').evaluateAll((all) => all.map((link) => link.textContent))
  const height = async () => (await footer.boundingBox())?.height
  await visitor.opens('/tariffs')
  const ofGuest = await links()
  expect(await height()).toBeLessThanOrEqual(SCREEN.height)
  await signedInAsAnna()
  await visitor.opens('/tariffs')
  expect(await links()).toEqual(ofGuest)
  expect(await height()).toBeLessThanOrEqual(SCREEN.height)
  await expect(footer).toContainText(/[Сс]ейчас (открыто|закрыто)/)
})

test('the longest name without spaces fits every screen', { tag: inTurn() }, async ({ visitor }) => {
  const name = 'Щ'.repeat(longestName)
  await visitor.isNewCustomer(newcomer(name))
  await visitor.opens('/personal/profile')
  await expect(visitor.header.getByRole('link', { name })).toBeVisible()
  const widths = [320, 360, 414, 480, 600, 896, 1280]
  for (const width of widths) expect(await sticksOut(visitor.page, width)).toEqual({ by: 0, what: [] })
  await visitor.page.setViewportSize(SCREEN)
  await visitor.header.getByText('Меню').click()
  for (const width of widths) expect(await sticksOut(visitor.page, width)).toEqual({ by: 0, what: [] })
})
