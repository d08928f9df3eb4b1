import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../support/browser'
import '../support/matchers'
import { openForTests } from '../../support/open-for-tests'
import { startPortal } from '../support/portal'
import { type ApiLocation, PUBLIC_URL, startRealApi } from '../support/real-api'

/** A customer of the demo data with two accounts of one payee in debt. */
const email = 'nina@mail.example'

describe.each(['embedded', 'remote'] satisfies ApiLocation[])('with our own product API, %s', (location) => {
  const api = openForTests(() => startRealApi(location))
  const portal = openForTests(() => startPortal(api.transport, { env: { PUBLIC_URL } }))
  let nina: Browser

  beforeAll(async () => {
    nina = portal.visitor()
    const { password } = api.demoLogin
    await nina.press(await nina.get('/login'), 'Войти', { email, password })
  })

  const partsOf = (html: string) => [...html.matchAll(/name="(part-[^"]+)"/g)].map(([, name = '']) => name)

  test('a customer pays all that is owed by one payment, and each account has its own', async () => {
    const list = await nina.get('/personal')
    expect(list.html).toContain('Оплатить всё: ')
    const page = await nina.get('/personal/pay-several?accounts=all')
    expect(page.status).toBe(200)
    const parts = partsOf(page.html)
    expect(parts).toHaveLength(2)
    const [first = '', second = ''] = parts
    const pressed = await nina.press(page, 'Оплатить', { [first]: '10', [second]: '20,5' })
    expect(pressed.status).toBe(303)
    expect(pressed.location).toMatch(new RegExp(`^${PUBLIC_URL}/sandbox-bank/pay/`))

    const again = await nina.press(page, 'Оплатить', { [first]: '10', [second]: '20,5' })
    expect(again.location).toBe(pressed.location)

    const asked = await nina.press(await nina.get('/personal/pay-several?accounts=all'), 'Оплатить')
    expect(asked.status).toBe(400)
    for (const sum of ['10,00 ₽', '20,50 ₽'])
      expect(asked.errorSummary.join(' ')).toContain(
        `Вы уже платите ${sum} из 30,50 ₽ за несколько лицевых счетов: начали`,
      )
    const bank = new URL(pressed.location ?? '').pathname
    expect(asked.link('Продолжить оплату')).toBe(bank)

    const one = await nina.get(`/personal/pay?account=${first.slice('part-'.length)}`)
    expect(one.main).toContain('Вы начали оплату 10,00 ₽')
    expect(one.main).toContain('всего банк спишет 30,50 ₽')
    expect(one.main).toContain('заново, только по этому лицевому счёту')
    expect(one.link('Продолжить оплату')).toBe(bank)

    const history = await nina.get(`/personal/history?account=${first.slice('part-'.length)}&status=pending`)
    expect(history.main).toContain('10,00')
    expect(history.main).not.toContain('30,50')
  })

  test('a sum closes the oldest debts first, and more than is owed is refused at it', async () => {
    const page = await nina.get('/personal/pay-several?accounts=all&amount=100')
    expect(page.status).toBe(200)
    expect(page.main).toMatch(/Всего\s*100,00 ₽/)
    const refused = await nina.get('/personal/pay-several?accounts=all&amount=300000')
    expect(refused.status).toBe(400)
    expect(refused.field('amount').errors).toEqual([
      expect.stringMatching(/^По этим лицевым счетам к оплате /),
    ])
  })

  test('an account of nobody, or of somebody else, is not found', async () => {
    for (const account of ['4010028513', '1'])
      expect(await nina.get(`/personal/pay-several?account=${account}`)).toBeErrorScreen(404)
    expect(await nina.get('/personal/pay-success?basket=other')).toBeErrorScreen(404)
  })
})
