import type { EndpointName } from 'contract/endpoints'
import { describe, expect, test, vi } from 'vitest'
import type { Fields } from '../support/browser'
import { fakeUpstreamOfThisFile, type UpstreamAnswer } from '../support/fake-upstream'
import '../support/matchers'
import { defaultAnswers } from '../support/default-answers'
import { type Page, plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'
import { scannedQr } from '../support/scanned-qr'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const path = '/personal/security'
const password = 'сорок две птицы'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const otpauthUrl = defaultAnswers.secondStepSetup?.data.otpauthUrl ?? ''
const codes = defaultAnswers.secondStepConfirm?.data.recoveryCodes ?? []

const open = async () => (await portal.customer()).get(path)
const isOn = (recoveryCodesLeft: number) =>
  upstream.on('secondStep', { body: { data: { enabled: true, recoveryCodesLeft } } })
const wrong = (field: string, words: string): UpstreamAnswer => ({
  status: 422,
  body: { message: 'Не получилось', errors: { [field]: [words] } },
})

/** At the page that shows the secret. */
const beginsSetup = async () => {
  const visitor = await portal.customer()
  const page = await visitor.press(await visitor.get(path), 'Включить второй шаг', { password })
  return { visitor, page }
}

describe('the list of sessions', () => {
  const session = {
    id: 's',
    device: 'Safari, iOS',
    createdAt: '2026-10-01T09:12:44Z',
    lastSeenAt: '2026-10-05T03:43:00Z',
    current: false,
  }

  const sessionsOf = async (...data: object[]) => {
    upstream.on('sessions', { body: { data } })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-10-05T09:30:00Z') })
    try {
      const page = await open()
      expect(page.status).toBe(200)
      return {
        page,
        items: page.all('main section:first-of-type li').map((item) => item.text.replaceAll('\u00a0', ' ')),
      }
    } finally {
      vi.useRealTimers()
    }
  }

  test('says where and when in words, the one that asks first', async () => {
    const { items } = await sessionsOf(
      { ...session, id: 'a', createdAt: '2025-12-30T09:00:00Z', lastSeenAt: '2026-09-05T09:12:44Z' },
      { ...session, id: 'b', createdAt: '2026-10-05T03:00:00Z' },
      { ...session, id: 'c', device: 'Chrome, Android', current: true },
    )
    expect(items.map((item) => item.replace(/Завершить.*/, ''))).toEqual([
      'Chrome, Android · сейчасВход был 1 октября в 12:12',
      'Safari, iOSВход был 30 декабря 2025 г. в 12:00, последнее действие 5 сентября в 12:12',
      'Safari, iOSВход был сегодня в 6:00, последнее действие сегодня в 6:43',
    ])
  })

  test.each([null, ' ', 'Unknown'])('has words for the device %j', async (device) => {
    const { items } = await sessionsOf({ ...session, device })
    expect(items[0]).toContain('Неизвестное устройство')
  })

  test('has a button for each other session, named by it, and none for the one that asks', async () => {
    const { page } = await sessionsOf(
      { ...session, id: 'a', current: true },
      { ...session, id: 'b', device: 'Firefox, Windows' },
      { ...session, id: 'c', device: 'Edge, Windows' },
    )
    expect(page.buttons.filter((button) => button.startsWith('Завершить'))).toEqual([
      'Завершить: Firefox, Windows, вход 1 октября в 12:12, последнее действие сегодня в 6:43',
      'Завершить: Edge, Windows, вход 1 октября в 12:12, последнее действие сегодня в 6:43',
      'Завершить все остальные',
    ])
  })

  test('has buttons of different names for sessions of one browser, used in the same minute', async () => {
    const { page } = await sessionsOf(
      { ...session, id: 'a', current: true },
      { ...session, id: 'b', createdAt: '2026-10-05T03:00:00Z' },
      { ...session, id: 'c', createdAt: '2026-10-05T03:01:00Z' },
      { ...session, id: 'd', createdAt: '2026-10-05T03:01:59Z' },
      { ...session, id: 'e', createdAt: '2026-10-05T03:01:30Z' },
    )
    expect(page.buttons.filter((button) => button.startsWith('Завершить:'))).toEqual([
      'Завершить: Safari, iOS, вход сегодня в 6:00, последнее действие сегодня в 6:43',
      'Завершить: Safari, iOS, вход сегодня в 6:01, последнее действие сегодня в 6:43',
      'Завершить: Safari, iOS, вход сегодня в 6:01, последнее действие сегодня в 6:43, 2-й',
      'Завершить: Safari, iOS, вход сегодня в 6:01, последнее действие сегодня в 6:43, 3-й',
    ])
  })

  test('offers to end all others only where there are others', async () => {
    const { page } = await sessionsOf({ ...session, current: true })
    expect(page.buttons.filter((button) => button.startsWith('Завершить'))).toEqual([])
  })

  test('ends the session whose button is pressed, whatever its id is', async () => {
    upstream.on('sessions', { body: { data: [{ ...session, id: 'a/б?#' }] } })
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    const [button = ''] = page.buttons.filter((words) => words.startsWith('Завершить:'))
    expect(await visitor.press(page, button)).toHaveRedirect(path, 303)
    expect(upstream.named('endSession').map(({ id }) => id)).toEqual(['a/б?#'])
  })

  test.each([{}, { id: '' }, { id: 'x'.repeat(1_001) }])(
    'ends none when none is named: %j',
    async (fields) => {
      const answer = await (await portal.customer()).post(path, { intent: 'end-session', ...fields })
      expect(answer.status).toBe(400)
      expect(answer.errorSummary).toEqual(['Выберите сеанс, который нужно завершить.'])
      expect(upstream.named('endSession')).toEqual([])
    },
  )

  test('says why the session that asks can’t be ended here', async () => {
    upstream.on('endSession', { status: 409, body: { message: 'Это текущий сеанс: нажмите «Выйти»' } })
    const answer = await (await portal.customer()).post(path, { intent: 'end-session', id: 's' })
    expect(answer.status).toBe(400)
    expect(answer.errorSummary).toEqual(['Это текущий сеанс: нажмите «Выйти»'])
    expect(answer.main).toContain('Где вы вошли')
  })
})

describe('the second step that is off', () => {
  test('says so and asks for the password alone', async () => {
    const page = await open()
    expect(page.main).toContain('Выключен')
    expect(page.controls('code')).toEqual([])
    expect(page.field('password').element.getAttribute('autocomplete')).toBe('current-password')
  })

  test('shows its secret as a picture and in groups, and carries it along', async () => {
    const { page } = await beginsSetup()
    expect(page.status).toBe(200)
    expect(page.title).not.toMatch(/^Ошибка/)
    expect(page.h1).toBe('Включение второго шага')
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.main).toContain('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')
    expect(scannedQr(page)).toBe(otpauthUrl)
    expect(page.field('secret').value).toBe(secret)
    const { element } = page.field('code')
    expect(element.getAttribute('inputmode')).toBe('numeric')
    expect(element.getAttribute('autocomplete')).toBe('one-time-code')
    expect(upstream.named('secondStepSetup').map(({ body }) => body)).toEqual([{ password }])
  })

  test('says at the field that the password is wrong, and never sends it back', async () => {
    upstream.on('secondStepSetup', wrong('password', 'Пароль не подошёл'))
    const { page } = await beginsSetup()
    expect(page.status).toBe(400)
    expect(page.title).toMatch(/^Ошибка: Безопасность/)
    expect(page.field('password').errors).toEqual(['Пароль не подошёл'])
    expect(page.html).not.toContain(password)
    expect(page.html).not.toContain(secret)
  })

  test('asks for the password where none was typed', async () => {
    const visitor = await portal.customer()
    const page = await visitor.press(await visitor.get(path), 'Включить второй шаг')
    expect(page.field('password').errors).toEqual(['Введите пароль'])
    expect(upstream.named('secondStepSetup')).toEqual([])
  })

  test('that is on already says so and shows how it is', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    isOn(10)
    upstream.on('secondStepSetup', { status: 409, body: { message: 'Второй шаг уже включён' } })
    const answer = await visitor.press(page, 'Включить второй шаг', { password })
    expect(answer.status).toBe(400)
    expect(answer.errorSummary).toEqual(['Второй шаг уже включён'])
    expect(answer.main.split('Второй шаг уже включён')).toHaveLength(2)
    expect(answer.buttons).toContain('Выключить второй шаг')
  })

  test('keeps its form while the product API can’t tell how it is', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    upstream.on('secondStep', 'answers 500')
    upstream.on('secondStepSetup', wrong('password', 'Пароль не подошёл'))
    const answer = await visitor.press(page, 'Включить второй шаг', { password })
    expect(answer.field('password').errors).toEqual(['Пароль не подошёл'])
  })

  test('is set up by a short secret in lower case, too, which the page writes in groups of four', async () => {
    upstream.on('secondStepSetup', { status: 201, body: { data: { secret: 'jbswy 3dp', otpauthUrl } } })
    expect((await beginsSetup()).page.main).toContain('JBSW Y3DP')
  })

  test('is set up by hand where its address is too long for a picture', async () => {
    const long = `otpauth://totp/${'x'.repeat(700)}?secret=${secret}`
    upstream.on('secondStepSetup', { status: 201, body: { data: { secret, otpauthUrl: long } } })
    const { page } = await beginsSetup()
    expect(page.all('main svg[role="img"]')).toEqual([])
    expect(page.main).toContain('JBSW Y3DP')
  })

  test.each([
    { secret: 'not base32!', otpauthUrl },
    { secret, otpauthUrl: 'https://evil.test/' },
  ])('is a fault of the API with %j', async (data) => {
    upstream.on('secondStepSetup', { status: 201, body: { data } })
    expect((await beginsSetup()).page.status).toBe(502)
  })
})

describe('the second step that is being turned on', () => {
  const button = 'Подтвердить и включить'

  test('is on with the right code, and its recovery codes are shown this once', async () => {
    const { visitor, page } = await beginsSetup()
    const answer = await visitor.press(page, button, { code: '123 456' })
    expect(answer.status).toBe(200)
    expect(answer.h1).toBe('Запасные коды')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.all('main ol li').map((item) => item.text)).toEqual(codes)
    expect(answer.link('Коды сохранены')).toBe(path)
    expect(upstream.named('secondStepConfirm').map(({ body }) => body)).toEqual([{ code: '123456' }])
    const [code = ''] = codes
    expect((await visitor.get(path)).html).not.toContain(code)
  })

  const versionButtons = ['Версия для слабовидящих', 'Обычная версия', 'Применить', 'Сбросить настройки']
  const versionsOf = (page: Page) => page.buttons.filter((name) => versionButtons.includes(name))

  test('leaves out with its recovery codes the switch to the accessible version, which would lose them', async () => {
    const { visitor, page } = await beginsSetup()
    expect(versionsOf(page)).toEqual(['Версия для слабовидящих'])
    const answer = await visitor.press(page, button, { code: '123456' })
    expect(answer.h1).toBe('Запасные коды')
    expect(versionsOf(answer)).toEqual([])
    expect(answer.all('form[action="/accessible-version"]')).toEqual([])
    expect(versionsOf(await visitor.get(path))).toEqual(['Версия для слабовидящих'])
  })

  test('shows its recovery codes in the accessible version, without the settings that would lose them', async () => {
    const visitor = await portal.customer()
    await visitor.press(await visitor.get(path), 'Версия для слабовидящих')
    const page = await visitor.press(await visitor.get(path), 'Включить второй шаг', { password })
    expect(versionsOf(page)).toEqual(['Обычная версия', 'Применить', 'Сбросить настройки'])
    const answer = await visitor.press(page, button, { code: '123456' })
    expect(answer.document.querySelector('html')?.getAttribute('data-version')).toBe('accessible')
    expect(answer.all('link[rel=stylesheet][href*=accessible]')).toHaveLength(1)
    expect(answer.all('main ol li').map((item) => item.text)).toEqual(codes)
    expect(versionsOf(answer)).toEqual([])
    expect(versionsOf(await visitor.get(path))).toEqual(versionsOf(page))
  })

  test.each<UpstreamAnswer>([
    { status: 500, body: { message: 'Нет' } },
    { status: 401, body: { message: 'Сеанс закончился' } },
  ])('shows its recovery codes when every other call is answered with $status', async (failure) => {
    const { visitor, page } = await beginsSetup()
    upstream.on('secondStepConfirm', () => {
      for (const call of ['sessions', 'secondStep', 'defaultAccount'] as const) upstream.on(call, failure)
      return { body: { data: { recoveryCodes: codes } } }
    })
    const answer = await visitor.press(page, button, { code: '123456' })
    expect(answer.status).toBe(200)
    expect(answer.h1).toBe('Запасные коды')
    expect(answer.all('main ol li').map((item) => item.text)).toEqual(codes)
  })

  test('shows the same secret after a wrong code, which stays as it was typed', async () => {
    const { visitor, page } = await beginsSetup()
    upstream.on('secondStepConfirm', wrong('code', 'Код не подошёл'))
    const answer = await visitor.press(page, button, { code: '000 000' })
    expect(answer.status).toBe(400)
    expect(answer.h1).toBe('Включение второго шага')
    expect(answer.field('code').errors).toEqual(['Код не подошёл'])
    expect(answer.field('code').value).toBe('000 000')
    expect(answer.field('secret').value).toBe(secret)
    expect(scannedQr(answer)).toBe(otpauthUrl)
    expect(upstream.named('secondStepSetup')).toHaveLength(1)

    upstream.on('secondStepConfirm', { body: { data: { recoveryCodes: codes } } })
    expect((await visitor.press(answer, button, { code: '123456' })).h1).toBe('Запасные коды')
  })

  test('asks for a code where none was typed, and keeps the secret', async () => {
    const { visitor, page } = await beginsSetup()
    const answer = await visitor.press(page, button, { code: ' \u00a0' })
    expect(answer.field('code').errors).toEqual(['Введите код'])
    expect(answer.field('secret').value).toBe(secret)
    expect(upstream.named('secondStepConfirm')).toEqual([])
  })

  test('keeps the secret after too many tries', async () => {
    const { visitor, page } = await beginsSetup()
    upstream.on('secondStepConfirm', { status: 429, body: { message: 'Слишком много попыток.' } })
    const answer = await visitor.press(page, button, { code: '123456' })
    expect(answer.status).toBe(429)
    expect(answer.field('secret').value).toBe(secret)
  })

  test('shows how it is when it is on already, as after a second press', async () => {
    const { visitor, page } = await beginsSetup()
    isOn(10)
    upstream.on('secondStepConfirm', { status: 409, body: { message: 'Второй шаг уже включён' } })
    const answer = await visitor.press(page, button, { code: '123456' })
    expect(answer.status).toBe(400)
    expect(answer.h1).toBe('Безопасность')
    expect(answer.errorSummary).toEqual(['Второй шаг уже включён'])
    expect(answer.html).not.toContain(secret)
  })

  test.each([{}, { secret: '<b>', otpauthUrl }, { secret, otpauthUrl: 'javascript:alert(1)' }])(
    'draws nothing of a setup that is none: %j',
    async (carried) => {
      upstream.on('secondStepConfirm', wrong('code', 'Код не подошёл'))
      const visitor = await portal.customer()
      const answer = await visitor.post(path, { intent: 'second-step-confirm', code: '1', ...carried })
      expect(answer.status).toBe(400)
      expect(answer.h1).toBe('Безопасность')
      expect(answer.errorSummary).toContain('Код не подошёл')
      expect(answer.controls('secret')).toEqual([])
    },
  )
})

describe('the second step that is on', () => {
  test.each([
    [10, 'Осталось 10 запасных кодов из 10'],
    [4, 'Осталось 4 запасных кода из 10'],
    [3, 'Осталось 3 запасных кода из 10'],
    [1, 'Остался 1 запасной код из 10'],
    [0, 'Запасных кодов не осталось'],
  ])('says how many recovery codes are left: %i', async (left, words) => {
    isOn(left)
    const page = await open()
    expect(page.main).toContain('Включён')
    expect(page.main).toContain(words)
    // Once: at few codes within the warning.
    expect(page.main.includes('выключите второй шаг и включите его снова')).toBe(left <= 3)
    expect(page.main.includes('Не сохранили коды? Выключите второй шаг и включите снова')).toBe(left > 3)
  })

  test.each([
    [1, 'На 1 устройстве код пока не нужен'],
    [2, 'На 2 устройствах код пока не нужен'],
  ])('says on how many devices no code is asked for, and what ends that: %i', async (devices, words) => {
    const data = { enabled: true, recoveryCodesLeft: 10, rememberedDevices: devices }
    upstream.on('secondStep', { body: { data } })
    const page = await open()
    expect(page.main).toContain(words)
    expect(page.main).toContain('завершить любой другой сеанс или сменить пароль')
  })

  test.each([
    { enabled: true, recoveryCodesLeft: 10 },
    { enabled: true, recoveryCodesLeft: 10, rememberedDevices: 0 },
    { enabled: true, recoveryCodesLeft: 10, rememberedDevices: null },
    { enabled: false, recoveryCodesLeft: 0, rememberedDevices: 2 },
  ])('says nothing of such devices with %j', async (data) => {
    upstream.on('secondStep', { body: { data } })
    expect((await open()).main).not.toContain('код пока не нужен')
  })

  test('is turned off with the password and a code', async () => {
    isOn(10)
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    const answer = await visitor.press(page, 'Выключить второй шаг', { password, code: '123 456' })
    expect(answer).toHaveRedirect(path, 303)
    expect(upstream.named('secondStepOff').map(({ body }) => body)).toEqual([{ password, code: '123456' }])
    expect(await visitor.follow(answer)).toShowFlash(
      'success',
      'Второй шаг выключен: для входа достаточно пароля',
      { stays: true },
    )
  })

  test('says at the fields what is wrong, and keeps the code but not the password', async () => {
    isOn(10)
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    const empty = await visitor.press(page, 'Выключить второй шаг')
    expect(empty.field('password').errors).toEqual(['Введите пароль'])
    expect(empty.field('code').errors).toEqual(['Введите код'])
    expect(upstream.named('secondStepOff')).toEqual([])

    upstream.on('secondStepOff', wrong('code', 'Код не подошёл'))
    const answer = await visitor.press(page, 'Выключить второй шаг', { password, code: '000 000' })
    expect(answer.status).toBe(400)
    expect(answer.field('code').errors).toEqual(['Код не подошёл'])
    expect(answer.field('code').value).toBe('000 000')
    expect(answer.html).not.toContain(password)
  })
})

describe('a form of the second step that another tab has left without a use', () => {
  const summaryOf = (answer: Page) => plain(answer.one('[data-error-summary]')?.text ?? '')

  test.each([
    ['', 'Введите пароль'],
    [password, 'Пароль не подошёл'],
  ])('says with the password %j that the step is on by now, and links to no field', async (typed, words) => {
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    isOn(10)
    upstream.on('secondStepSetup', wrong('password', 'Пароль не подошёл'))
    const answer = await visitor.press(page, 'Включить второй шаг', { password: typed })
    expect(answer.status).toBe(400)
    expect(answer.errorSummary).toEqual([words])
    expect(answer.summaryLeadsTo).toEqual([])
    expect(summaryOf(answer)).toContain('Второй шаг уже включён')
    expect(answer.buttons).toContain('Выключить второй шаг')
  })

  test.each([
    [{}, ['Введите пароль', 'Введите код']],
    [{ password, code: '000000' }, ['Код не подошёл']],
  ])('says with %j that the step is off by now, and links to no field', async (typed, words) => {
    isOn(10)
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    upstream.on('secondStep', { body: { data: { enabled: false, recoveryCodesLeft: 0 } } })
    upstream.on('secondStepOff', wrong('code', 'Код не подошёл'))
    const answer = await visitor.press(page, 'Выключить второй шаг', typed)
    expect(answer.status).toBe(400)
    expect(answer.errorSummary).toEqual(words)
    expect(answer.summaryLeadsTo).toEqual([])
    expect(summaryOf(answer)).toContain('Второй шаг уже выключен')
    expect(answer.buttons).toContain('Включить второй шаг')
  })
})

describe('a form that scripts send after another tab', () => {
  const alreadyOn = { status: 409, body: { message: 'Второй шаг уже включён' } }
  const alreadyOff = { status: 422, body: { message: 'Второй шаг уже выключен.' } }
  const setup = { secret, otpauthUrl }

  test.each<[string, EndpointName, UpstreamAnswer, Fields]>([
    ['begins the setup', 'secondStepSetup', alreadyOn, { intent: 'second-step-setup', password }],
    ['confirms it', 'secondStepConfirm', alreadyOn, { intent: 'second-step-confirm', code: '1', ...setup }],
  ])(
    'has turned the second step on, and %s, has in its answer that it is on',
    async (_, call, answer, form) => {
      const visitor = await portal.customer()
      await visitor.get(path)
      isOn(7)
      upstream.on(call, answer)
      const { status, html } = await visitor.postData(path, form)
      expect(status).toBe(400)
      expect(html).toContain('Второй шаг уже включён')
      expect(html).toContain('Осталось 7\u00a0запасных кодов')
      expect(html).toContain('Chrome, Android')
    },
  )

  test('has turned the second step off, has in its answer that it is off', async () => {
    isOn(7)
    const visitor = await portal.customer()
    await visitor.get(path)
    upstream.on('secondStep', { body: { data: { enabled: false, recoveryCodesLeft: 0 } } })
    upstream.on('secondStepOff', alreadyOff)
    const { html } = await visitor.postData(path, { intent: 'second-step-off', password, code: '1' })
    expect(html).toContain('Второй шаг уже выключен')
    expect(html).toContain('"isOn"')
    expect(html).not.toContain('запасных кодов')
  })

  test('has ended the session, has in its answer the sessions that are left', async () => {
    const left = { id: 'left', device: 'Opera, Linux', createdAt: '2026-10-01T09:12:44Z' }
    const visitor = await portal.customer()
    await visitor.get(path)
    upstream.on('sessions', { body: { data: [{ ...left, lastSeenAt: left.createdAt, current: true }] } })
    upstream.on('endSession', { status: 404, body: { message: 'Такого сеанса нет' } })
    const { status, html } = await visitor.postData(path, { intent: 'end-session', id: 'gone' })
    expect(status).toBe(404)
    expect(html).toContain('Такого сеанса нет')
    expect(html).toContain('Opera, Linux')
  })

  test.each(['sessions', 'secondStep'] as const)(
    'comes back alone when the rest can’t be loaded: %s',
    async (call) => {
      const visitor = await portal.customer()
      isOn(7)
      upstream.on('secondStepSetup', alreadyOn)
      upstream.on(call, 'answers 503 with Retry-After')
      const answer = await visitor.postData(path, { intent: 'second-step-setup', password })
      expect(answer.status).toBe(400)
      expect(answer.html).toContain('Второй шаг уже включён')
      expect(answer.html).not.toContain('запасных кодов')
      expect(answer.headers).not.toHaveProperty('retry-after')
    },
  )

  test('leads to the login when the session is lost', async () => {
    const visitor = await portal.customer()
    upstream.on('secondStepSetup', alreadyOn)
    upstream.on('sessions', { status: 401, body: { message: 'Кто вы?' } })
    const answer = await visitor.postData(path, { intent: 'second-step-setup', password })
    expect(answer.html).toContain('/login?redirectTo=')
  })

  test.each<UpstreamAnswer>([
    wrong('password', 'Пароль не подошёл'),
    { status: 503, body: { message: 'Нет' } },
  ])('is not asked about after a refusal for another reason: %j', async (refusal) => {
    const visitor = await portal.customer()
    upstream.on('secondStepSetup', refusal)
    upstream.forget()
    await visitor.postData(path, { intent: 'second-step-setup', password })
    expect(upstream.visitorCalls.map(({ name }) => name)).toEqual(['currentUser', 'secondStepSetup'])
  })
})

test('the profile leads to the page', async () => {
  const page = await (await portal.customer()).get('/personal/profile')
  expect(page.link('Безопасность')).toBe(path)
})
