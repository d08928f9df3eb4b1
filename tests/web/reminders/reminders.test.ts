import { expect, test } from 'vitest'
import { baseData } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { type Page, plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'
import { withBaseData } from '../support/with-base-data'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const address = '/personal/reminders'
const token = 'kalendar-0123456789-abcdefghij'
const made = { body: { data: { createdAt: '2026-09-01T21:30:00Z' } } }

test('the page says that the letter is on, and its button turns it off', async () => {
  upstream.on('readingReminder', { body: { data: { on: true } } })
  const visitor = await portal.customer()
  const page = await visitor.get(address)
  expect(page.main).toContain('Включены')
  const answer = await visitor.press(page, 'Отключить напоминания')
  expect(answer).toHaveRedirect(address, 303)
  expect(upstream.named('changeReadingReminder').map(({ body }) => body)).toEqual([{ on: false }])
  expect(await visitor.follow(answer)).toShowFlash('success', 'Напоминания отключены', { stays: false })
})

test('letters about invoices that are on are turned off apart from the letter about readings', async () => {
  upstream.on('invoiceLetters', { body: { data: { on: true } } })
  const visitor = await portal.customer()
  const page = await visitor.get(address)
  expect(page.main).toContain('Письма о квитанциях')
  expect(page.main).toContain('Включить напоминания')
  const answer = await visitor.press(page, 'Отключить письма о квитанциях')
  expect(answer).toHaveRedirect(address, 303)
  expect(upstream.named('changeInvoiceLetters').map(({ body }) => body)).toEqual([{ on: false }])
  expect(upstream.named('changeReadingReminder')).toEqual([])
  expect(await visitor.follow(answer)).toShowFlash('success', 'Письма о квитанциях отключены', {
    stays: false,
  })
})

test('a form without its value changes nothing, and says what to do', async () => {
  const visitor = await portal.customer()
  await visitor.get(address)
  const page = await visitor.post(address, { intent: 'invoice-letters' })
  expect(page.status).toBe(400)
  expect(page.errorSummary).toEqual(['Обновите страницу и нажмите кнопку ещё раз.'])
  expect(upstream.named('changeInvoiceLetters')).toEqual([])
})

test('the calendar’s address is shown once, in the answer to its form', async () => {
  const visitor = await portal.customer()
  const page = await visitor.press(await visitor.get(address), 'Создать ссылку')
  expect(page.status).toBe(200)
  expect(page.h1).toBe('Ссылка на календарь')
  expect(page.title).toBe('Ссылка на календарь — My New Project')
  expect(page.main).toMatch(new RegExp(`https?://\\S+/calendar/${token}\\.ics`))
  expect(page.link('Открыть в календаре')).toMatch(new RegExp(`^webcal://\\S+/calendar/${token}\\.ics$`))
  expect((await visitor.get(address)).main).not.toContain(token)
})

test.each([500, 401])(
  'the calendar’s address is shown when every other call is answered with %i',
  async (status) => {
    const visitor = await portal.customer()
    const page = await visitor.get(address)
    upstream.on('newCalendarLink', () => {
      for (const call of ['readingReminder', 'calendarLink', 'invoiceLetters', 'defaultAccount'] as const)
        upstream.on(call, { status, body: { message: 'Нет' } })
      return { status: 201, body: { data: { token } } }
    })
    const answer = await visitor.press(page, 'Создать ссылку')
    expect(answer.status).toBe(200)
    expect(answer.h1).toBe('Ссылка на календарь')
    expect(answer.main).toContain(`/calendar/${token}.ics`)
  },
)

test('an address that was made is replaced or ended', async () => {
  upstream.on('calendarLink', made)
  const visitor = await portal.customer()
  const page = await visitor.get(address)
  // In the company's time zone.
  expect(page.main.replaceAll('\u00a0', ' ')).toContain('Ссылка создана 2 сентября 2026')
  expect((await visitor.press(page, 'Заменить ссылку')).h1).toBe('Ссылка на календарь')
  const ended = await visitor.press(page, 'Отключить')
  expect(ended).toHaveRedirect(address, 303)
  expect(upstream.named('deleteCalendarLink')).toHaveLength(1)
  expect(await visitor.follow(ended)).toShowFlash('success', 'Ссылка на календарь больше не работает', {
    stays: true,
  })
})

test('a rejected form comes back with what the API says', async () => {
  upstream.on('newCalendarLink', { status: 409, body: { message: 'Подождите минуту' } })
  const visitor = await portal.customer()
  const page = await visitor.press(await visitor.get(address), 'Создать ссылку')
  expect(page.status).toBe(400)
  expect(page.errorSummary).toEqual(['Подождите минуту'])
})

test('the readings lead to it, where the API has reminders', async () => {
  const page = await (await portal.customer()).get('/personal/readings')
  expect(page.html).toContain(`href="${address}?from=readings&amp;account=`)
  const features = ['readings', 'security']
  await withBaseData({ ...baseData, features }, async (other, api) => {
    const visitor = await other.customer()
    expect((await visitor.get('/personal/readings')).html).not.toContain(address)
    expect(await visitor.get(address)).toBeErrorScreen(404)
    expect((await visitor.get(`/calendar/${token}.ics`)).status).toBe(404)
    const asked = ['readingReminder', 'calendarLink', 'calendar'] as const
    for (const call of asked) expect(api.named(call)).toEqual([])
  })
})

const backLink = (page: Page) => {
  const link = page.one('main a[data-print="hidden"]')
  return { to: link?.getAttribute('href'), words: link && plain(link.text) }
}

test.each([
  ['', '/personal/profile', 'Профиль'],
  ['?from=readings&account=1000200031', '/personal/readings?account=1000200031', 'Показания счётчиков'],
  ['?from=invoice&account=1000200031', '/personal/invoice?account=1000200031', 'Квитанции'],
  ['?from=https://other.example&account=1', '/personal/profile', 'Профиль'],
])('opened with %j it leads back to %s, also after a form', async (query, back, words) => {
  const visitor = await portal.customer()
  const page = await visitor.get(address + query)
  expect(backLink(page)).toEqual({ to: back, words })
  const answer = await visitor.press(page, 'Включить письма о квитанциях')
  expect(backLink(await visitor.follow(answer))).toEqual({ to: back, words })
})

test('the profile leads to it, where the API has letters of either kind', async () => {
  const open = async (features: string[]) => {
    let link: string | undefined
    await withBaseData({ ...baseData, features }, async (other) => {
      link = (await (await other.customer()).get('/personal/profile')).link('Напоминания')
    })
    return link
  }
  expect(await open(['reminders'])).toBe(address)
  expect(await open(['invoice-letters'])).toBe(address)
  expect(await open([])).toBeUndefined()
})

test('the calendar is a file of whole days that any calendar reads, for everybody who has its address', async () => {
  const answer = await portal.visitor().get(`/calendar/${token}.ics`)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('private, max-age=3600')
  expect(upstream.named('calendar').map(({ id }) => id)).toEqual([token])
  const lines = answer.html.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const unfolded = answer.html.replaceAll('\r\n ', '').split('\r\n')
  expect(unfolded[0]).toBe('BEGIN:VCALENDAR')
  expect(unfolded).toContain('VERSION:2.0')
  expect(unfolded.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
  expect(unfolded).toContain('DTSTART;VALUE=DATE:20261015')
  // The day after the last one.
  expect(unfolded).toContain('DTEND;VALUE=DATE:20261026')
  expect(unfolded).toContain('DTEND;VALUE=DATE:20261016')
  expect(unfolded).toContain('SUMMARY:Передать показания счётчиков')
  expect(unfolded.find((line) => line.startsWith('UID:window-2026-10@'))).toBeDefined()
  expect(unfolded.find((line) => line.startsWith('UID:due-invoice-1@'))).toBeDefined()
  expect((await portal.visitor().get(`/calendar/${token}.ics`)).html).toBe(answer.html)
  expect(answer.html).not.toContain(token)
})

test.each([
  ['Дача; «Ветерок», 5\\6', '(«Дача\\; „Ветерок“\\, 5\\\\6»)'],
  ['Дача\r\nATTACH:https://other.example', '(«Дача\\nATTACH:https://other.example»)'],
  ['דירה', '(«\u2068דירה\u2069»)'],
])('the calendar names an account as its customer does, in one value: %j', async (title, beside) => {
  const due = {
    kind: 'due',
    id: 'invoice-1',
    account: '••••\u00a00031',
    period: '2026-09',
    dueAt: '2026-10-15',
  }
  upstream.on('calendar', { body: { data: [{ ...due, title }] } })
  const file = (await portal.visitor().get(`/calendar/${token}.ics`)).html
  const lines = file.replaceAll('\r\n ', '').split('\r\n').map(plain)
  expect(lines).toContain(`SUMMARY:Оплатить квитанцию за сентябрь 2026 ${beside}`)
  expect(lines).toContain(`DESCRIPTION:Срок оплаты по лицевому счёту •••• 0031 ${beside}.`)
  expect(lines.filter((line) => line.startsWith('ATTACH'))).toEqual([])
})

test.each(['short.ics', `${token}`, `${token}.ics.ics`, '%2e%2e%2fusers.ics'])(
  'no calendar is asked for at /calendar/%s',
  async (file) => {
    expect((await portal.visitor().get(`/calendar/${file}`)).status).toBe(404)
    expect(upstream.named('calendar')).toEqual([])
  },
)

test('an unknown address is not found', async () => {
  upstream.on('calendar', { status: 404, body: { message: 'Нет такого' } })
  expect((await portal.visitor().get(`/calendar/${token}.ics`)).status).toBe(404)
})
