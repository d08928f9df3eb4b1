import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { type Page, plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream, { env: { TIME_ZONE: 'Asia/Yekaterinburg' } })

const PAGE = '/personal/my-data'
const open = async () => (await portal.customer()).get(PAGE)
const consentsOf = (...consents: object[]) => upstream.on('consents', { body: { data: consents } })
const consent = { kind: 'personal_data', version: '2026-08-01', givenAt: '2026-09-01T20:12:44Z' }
const rowsOf = (page: Page) => page.all('main section li').map((row) => plain(row.structuredText))

describe('the consents', () => {
  test('are told in words: on what, which text, when, from where, and whether in force', async () => {
    consentsOf(
      { ...consent, address: '203.0.113.7' },
      {
        kind: 'autopayment',
        version: '',
        givenAt: '2026-08-01T00:00:00Z',
        withdrawnAt: '2026-09-20T10:00:00Z',
      },
    )
    const [first = '', second = ''] = rowsOf(await open())
    for (const words of [
      'Обработка персональных данных',
      'Дано 2 сентября 2026 г., 1:12, с адреса 203.0.113.7',
      'Редакция от 1 августа 2026 г.',
      'Действует',
    ])
      expect(first).toContain(words)
    for (const words of ['Автоплатёж', 'Дано 1 августа 2026 г., 5:00', 'Отозвано 20 сентября 2026 г., 15:00'])
      expect(second).toContain(words)
    expect(second).not.toMatch(/Действует|Редакция|с адреса/)
  })

  test.each([
    ['2026-08-01T00:00:00.000Z', 'Редакция от 1 августа 2026 г.'],
    ['2026-02-30', 'Редакция 2026-02-30'],
    ['v2.1 <b>', 'Редакция v2.1 <b>'],
  ])('have the version %j as «%s»', async (version, words) => {
    consentsOf({ ...consent, version })
    expect(rowsOf(await open())[0]).toContain(words)
  })

  test('that were never given are none', async () => {
    consentsOf()
    const page = await open()
    expect(page.main).toContain('Согласий вы пока не давали.')
    expect(rowsOf(page)).toEqual([])
  })

  test('of an unknown kind are a list that could not be loaded', async () => {
    consentsOf({ ...consent, kind: 'teleport' })
    const page = await open()
    expect(page.status).toBe(200)
    expect(page.main).toContain('Не удалось загрузить согласия. Обновите страницу.')
    expect(page.main).toContain('Скачать копию данных')
  })
})

test('the copy of the data is a link to the file', async () => {
  expect((await open()).link('Скачать копию данных')).toBe('/personal/my-data.json')
})

describe('the deletion', () => {
  const BUTTON = 'Удалить личный кабинет'
  const password = 'сорок две птицы'
  const isSession = (name: string) => name.includes('session')

  test('says what happens at once, after 30 days, and what is kept', async () => {
    const { main } = await open()
    for (const words of ['Сразу', 'В течение 30 дней', 'Через 30 дней', 'Что останется', 'пяти лет'])
      expect(main).toContain(words)
  })

  test.each([
    ['no cookie', {}],
    ['a new session', { 'set-cookie': 'sid=new; Path=/' }],
    ['the same session', { 'set-cookie': 'sid=abc; Path=/' }],
    ['another cookie', { 'set-cookie': 'other=1; Path=/' }],
    ['a deleted session', { 'set-cookie': 'sid=; Max-Age=0; Path=/' }],
  ])('signs out, though the answer carries %s, and tells of the letter', async (_, headers) => {
    upstream.on('deletion', { status: 204, headers })
    const visitor = await portal.customer()
    const answer = await visitor.press(await visitor.get(PAGE), BUTTON, { password })
    expect(answer).toHaveRedirect('/', 303)
    expect([...visitor.cookies.keys()].filter(isSession)).toEqual([])
    upstream.calls.length = 0
    const home = await visitor.follow(answer)
    expect(home).toShowFlash('success', /^Личный кабинет удалён\. Мы отправили вам письмо/)
    expect(home.link('Войти')).toBe('/login')
    expect(upstream.named('currentUser')).toEqual([])
    expect(await visitor.get(PAGE)).toHaveRedirect(`/login?${new URLSearchParams({ redirectTo: PAGE })}`)
  })

  test('is not asked for without a password', async () => {
    const visitor = await portal.customer()
    const answer = await visitor.press(await visitor.get(PAGE), BUTTON)
    expect(answer.status).toBe(400)
    expect(answer.title).toMatch(/^Ошибка: Мои данные — /)
    expect(answer.field('password').errors).toEqual(['Введите пароль от кабинета'])
    expect(answer.summaryLeadsTo).toEqual(['password'])
    expect(upstream.named('deletion')).toEqual([])
  })

  test('with a wrong password says so at the field, and the customer stays signed in', async () => {
    const errors = { password: ['Неверный пароль'] }
    upstream.on('deletion', { status: 422, body: { message: 'Проверьте пароль', errors } })
    const visitor = await portal.customer()
    const answer = await visitor.press(await visitor.get(PAGE), BUTTON, { password })
    expect(answer.status).toBe(400)
    expect(answer.field('password').errors).toEqual(['Неверный пароль'])
    expect(answer.html).not.toContain(password)
    expect(rowsOf(answer)).toHaveLength(2)
    expect((await visitor.get(PAGE)).h1).toBe('Мои данные')
  })

  test.each(['currentUser', 'deletion'] as const)(
    'pressed twice tells of the deletion where the session has ended: %s',
    async (call) => {
      const visitor = await portal.customer()
      const page = await visitor.get(PAGE)
      upstream.on(call, { status: 401, body: { message: 'Кто вы?' } })
      const answer = await visitor.press(page, BUTTON, { password })
      expect(answer).toHaveRedirect(`/login?${new URLSearchParams({ redirectTo: PAGE })}`, 303)
      expect(await visitor.follow(answer)).toShowFlash(
        'warning',
        'Сеанс закончился. Если вы только что удалили личный кабинет, он удалён: письмо со ссылкой, чтобы вернуться, уже в пути. Иначе войдите ещё раз.',
        { stays: true },
      )
      expect([...visitor.cookies.keys()].filter(isSession)).toEqual([])
    },
  )
})

test('the way back from a deletion by a link that was cut asks nobody and says so', async () => {
  const visitor = portal.visitor()
  const page = await visitor.get('/deletion-undo/9f3c2a7e51b04d6c8a1e')
  const answer = await visitor.press(page, 'Отменить удаление')
  expect(answer.status).toBe(400)
  expect(answer.errorSummary).toEqual(['В ссылке не хватает части. Откройте её из письма целиком.'])
  expect(upstream.named('deletionUndo')).toEqual([])
})

test('the profile links to the page', async () => {
  expect((await (await portal.customer()).get('/personal/profile')).link('Мои данные')).toBe(PAGE)
})
