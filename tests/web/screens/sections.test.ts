import { expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { builtApp, portalOfThisFile } from '../support/portal'
import { routeAt, routePages } from '../support/route-pages'
import { eachScreen, visitorOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const pages = routePages(await builtApp())

const screens = eachScreen.filter(([, { access }]) => access === 'user')

/** The sections of the pages whose own address is no section. */
const sections: Record<string, string> = {
  deleteAccount: 'Лицевые счета',
  accountTitle: 'Лицевые счета',
  access: 'Лицевые счета',
  accessClose: 'Лицевые счета',
  invoiceExplanation: 'Квитанции',
  askToPay: 'Оплатить',
  paySeveral: 'Оплатить',
  personalPaySuccess: 'Оплатить',
  personalPayFailed: 'Оплатить',
  newAutopayment: 'Автоплатежи',
  autopayment: 'Автоплатежи',
  changeAutopayment: 'Автоплатежи',
  removeAutopayment: 'Автоплатежи',
  autopaySuccess: 'Автоплатежи',
  autopayFailed: 'Автоплатежи',
  security: 'Профиль',
  myData: 'Профиль',
  reminders: 'Профиль',
  changeEmailRequest: 'Профиль',
  changeEmail: 'Профиль',
}

test('every page of the cabinet is one of the screens', () => {
  const shown = new Set(screens.map(([, { path }]) => routeAt(pages, path.replace(/\?.*/, ''))))
  const missing = pages.filter(
    ({ id, pattern, module }) => pattern.startsWith('/personal') && module.default && !shown.has(id),
  )
  expect(missing.map(({ pattern }) => pattern)).toEqual([])
})

test.each(screens)('the menu marks the section of the screen %s', async (name, screen) => {
  const page = await (await visitorOf(screen, portal)).get(screen.path)
  const current = page.all('nav[aria-label="Личный кабинет"] [aria-current]')
  expect(current).toHaveLength(1)
  const section = sections[name]
  const path = screen.path.replace(/\?.*/, '')
  if (section) expect(current[0]?.text).toBe(section)
  else expect(current[0]?.getAttribute('href')).toBe(path)
  expect(current[0]?.getAttribute('aria-current')).toBe(section ? 'true' : 'page')
})
