import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

test('the styleguide shows every component in all its states', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.opens('/styleguide')
  await visitor.sees('Компоненты')
  const components = visitor.page.locator('[data-component]')
  expect(await components.count()).toBeGreaterThan(20)
  for (const component of await components.all())
    await expect(component.locator('figure').first()).toBeVisible()
  await expect(visitor.main.getByRole('button', { name: 'Сохранить' }).first()).toBeVisible()
})

test('a single component can be opened', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.opens('/styleguide?component=button')
  await visitor.sees('Кнопки', 'Компоненты')
  await expect(visitor.page.locator('[data-component]')).toHaveCount(1)
  await visitor.follows('Все компоненты')
  await visitor.sees('Компоненты')
  expect((await visitor.opens('/styleguide?component=nothing')).status()).toBe(404)
})

test('interactive examples work @scripts-on', async ({ visitor }) => {
  await visitor.opens('/styleguide')
  await visitor.findsAlive('Показать успех')
  await visitor.button('Показать успех').click()
  await visitor.isTold('Лицевой счёт добавлен')
})
