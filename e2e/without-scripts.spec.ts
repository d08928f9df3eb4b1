import { newcomer } from './data/people'
import { expect, test } from './test'

test('a message is a banner above the h1, once @scripts-off', async ({ visitor }) => {
  await visitor.isNewCustomer(newcomer())
  await visitor.opens('/personal/profile')
  await visitor.types({ Имя: 'Вера Розальская' })
  await visitor.presses('Сохранить')
  await visitor.isTold('Профиль сохранён')
  await expect(visitor.page.getByText('Профиль сохранён')).toHaveCount(1)
  await visitor.reloads()
  await visitor.sees('Профиль')
  await expect(visitor.page.getByText('Профиль сохранён')).toHaveCount(0)
})

test('controls that need scripts are not shown @scripts-off', async ({ visitor }) => {
  await visitor.opens('/login')
  await expect(visitor.field('Пароль')).toBeVisible()
  await expect(visitor.button('Показать пароль')).toHaveCount(0)
  await visitor.opens('/verify-email/someId?code=someCode')
  await expect(visitor.button('Подтвердить адрес')).toBeVisible()
})
