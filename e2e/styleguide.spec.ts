import { scriptsInTurn } from './support/scripts-in-turn'
import { expect, test } from './test'

const inTurn = scriptsInTurn()

test('the styleguide shows every component of the kit in all its states', { tag: inTurn() }, async ({
  visitor,
}) => {
  await visitor.opens('/styleguide')
  await visitor.sees('Компоненты')
  const components = visitor.page.locator('[data-component]')
  expect(await components.count()).toBeGreaterThan(20)
  for (const component of await components.all())
    await expect(component.locator('figure').first()).toBeVisible()
  await expect(visitor.main.getByRole('button', { name: 'Сохранить' }).first()).toBeVisible()
})

test('one component can be seen alone', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.opens('/styleguide?component=button')
  await visitor.sees('Кнопки', 'Компоненты')
  await expect(visitor.page.locator('[data-component]')).toHaveCount(1)
  await visitor.follows('Все компоненты')
  await visitor.sees('Компоненты')
  expect((await visitor.opens('/styleguide?component=nothing')).status()).toBe(404)
})

test('what can be used in the styleguide comes alive @scripts-on', async ({ visitor }) => {
  await visitor.opens('/styleguide')
  await visitor.findsAlive('Показать успех')
  await visitor.button('Показать успех').click()
  await visitor.isTold('Лицевой счёт добавлен')
})
