import { describe, expect, test, vi } from 'vitest'
import { coldWater, dachaAccount, defaultAnswers, electricity, homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile, type UpstreamAnswer } from '../support/fake-upstream'
import '../support/matchers'
import type { Fields } from '../support/browser'
import { type Page, plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const path = '/personal/readings'
const SEND = 'Передать показания'
const water = 'reading-meter-1-t1'
const day = 'reading-meter-2-t1'
const night = 'reading-meter-2-t2'
const open = { from: '2026-10-15', to: '2026-10-25', open: true }

const serves = (data: { window?: object; meters?: readonly object[] }) =>
  upstream.on('meters', { body: { data: { window: open, meters: [coldWater, electricity], ...data } } })

const opens = async (at = path) => (await portal.customer()).get(at)

/** The page as it is drawn at that moment. */
const opensAt = async (now: string, at = path) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  try {
    return await opens(at)
  } finally {
    vi.useRealTimers()
  }
}

/** Types into the page's form and presses its button. */
const sends = async (typed: Fields, at = path) => {
  const visitor = await portal.customer()
  const page = await visitor.get(at)
  return { visitor, page, answer: await visitor.press(page, SEND, typed) }
}

const keyOf = (page: Page) => page.field('idempotencyKey').value
const sent = () => upstream.named('sendReadings')
const bodies = () => sent().map(({ body }) => body)
const keys = () => sent().map(({ headers }) => headers['idempotency-key'])
const refuses = (body: object, status = 422): UpstreamAnswer => ({
  status,
  body: { message: 'Так не получится', ...body },
})

const asks = (...confirm: object[]) =>
  upstream.on('sendReadings', refuses({ code: 'confirm_required', confirm }))

const withTariff = (meter: typeof coldWater, tariff: number) => ({
  ...meter,
  zones: meter.zones.map((zone) => ({ ...zone, tariff })),
})

const unusual = { meter: 'meter-1', zone: 't1', reason: 'unusual', volume: '42.000', usual: '4.200' }

describe('the page', () => {
  test('asks for the meters and the newest readings of the account in its address, and nothing else', async () => {
    const page = await opens(`${path}?account=${dachaAccount.account}`)
    expect(page.status).toBe(200)
    expect(page.h1).toBe('Показания счётчиков')
    const asked = upstream.visitorCalls.map(({ method, path: at }) => `${method} ${at}`).sort()
    expect(asked).toEqual([
      'GET /api/v1/personal/',
      'GET /api/v1/personal/get-default-account',
      `GET /api/v1/personal/meters/${dachaAccount.account}`,
      `GET /api/v1/personal/readings/${dachaAccount.account}?limit=20`,
      'GET /api/v1/users/get-current-auth/',
    ])
  })

  test('says which account it is of, before the days of readings', async () => {
    const lead = (await opens()).one('h1')?.nextElementSibling
    const words = `Дом, лицевой счёт ${homeAccount.account} ${homeAccount.address}`
    expect(plain(lead?.structuredText ?? '')).toMatch(new RegExp(`^${words} Показания принимаем`))
  })

  test('is about the default account without one in its address', async () => {
    await opens()
    expect(upstream.named('meters').map(({ id }) => id)).toEqual([homeAccount.account])
  })

  test('has one form with a field for each zone, with the last value, its day and what is usual', async () => {
    const page = await opens()
    const fields = page.formOf(SEND).element.querySelectorAll('input:not([type="hidden"])')
    expect(fields.map((field) => field.getAttribute('name'))).toEqual([water, day, night])
    const hint = (name: string) => {
      const id = page.field(name).element.getAttribute('aria-describedby') ?? ''
      return page.document.getElementById(id)?.text.replaceAll('\u00a0', ' ')
    }
    expect(hint(water)).toBe('Прошлое: 120,500 м³, 20 сентября 2026 г., вы передали. Обычно 4,2 м³ в месяц.')
    expect(hint(day)).toBe('Прошлое: 20 100 кВт·ч, 20 сентября 2026 г., данные поставщика.')
    expect(hint(night)).toBe('Прошлого показания ещё нет.')
    expect(page.field(water).element.getAttribute('inputmode')).toBe('decimal')
    expect(page.main).toContain('Счётчик № 1234567, кухня')
    expect(page.controls('confirmed')).toEqual([])
  })

  test('says the day of a reading in the company’s time zone', async () => {
    const last = { value: '1', at: '2026-08-31T21:30:00Z', source: 'device' }
    serves({ meters: [{ ...coldWater, zones: [{ zone: 't1', title: 'Расход', last }] }] })
    expect((await opens()).main).toContain('1 сентября 2026 г., передал счётчик')
  })

  test.each([
    ['2026-10-20T09:00:00Z', 'Показания принимаем с 15 по 25 октября. Осталось 5 дней.'],
    ['2026-10-24T20:59:00Z', 'Остался 1 день.'],
    // In Moscow the last day has begun.
    ['2026-10-24T21:00:00Z', 'Сегодня последний день.'],
    ['2026-10-22T09:00:00Z', 'Осталось 3 дня.'],
  ])('says at %s how many days are left', async (now, words) => {
    expect((await opensAt(now)).main).toContain(words)
  })

  test.each([
    ['2026-10-10T09:00:00Z', 'Приём откроется 15 октября'],
    ['2026-10-28T09:00:00Z', 'Приём показаний закончился 25 октября.'],
  ])('has no form while readings are not taken, and says when: %s', async (now, words) => {
    serves({ window: { ...open, open: false } })
    const page = await opensAt(now)
    expect(page.main).toContain(words)
    expect(page.controls(water)).toEqual([])
    expect(page.buttons).not.toContain(SEND)
    expect(page.main).toContain('Прошлое: 120,500 м³')
    expect(page.main).toContain('История показаний')
  })

  test('has its form on any day when the API takes readings', async () => {
    expect((await opensAt('2026-11-02T09:00:00Z')).buttons).toContain(SEND)
  })

  test('warns of a verification that is over, and takes the reading all the same', async () => {
    serves({ meters: [{ ...coldWater, verifiedUntil: '2026-10-01' }] })
    const page = await opensAt('2026-10-02T09:00:00Z')
    expect(page.main).toContain(
      'Поверка закончилась 1 октября 2026 г. До новой поверки показания по закону не учитываются',
    )
    expect(page.controls(water)).toHaveLength(1)
    serves({ meters: [{ ...coldWater, verifiedUntil: '2026-10-02' }] })
    expect((await opensAt('2026-10-02T09:00:00Z')).main).toContain('Поверен до 2 октября 2026 г.')
  })

  test('takes a day where others tell the moment', async () => {
    const zones = coldWater.zones.map((zone) => ({
      ...zone,
      last: { value: '120.5', at: '2026-09-30', source: 'operator' },
    }))
    serves({ meters: [{ ...coldWater, zones }, electricity] })
    const first = defaultAnswers.readingHistory?.data[0]
    upstream.on('readingHistory', {
      body: { data: [{ ...first, at: '2026-09-30' }], meta: { nextCursor: null } },
    })
    const page = await opens()
    expect(page.status).toBe(200)
    expect(page.main.replaceAll('\u00a0', ' ')).toContain('30 сентября 2026 г., данные поставщика')
    expect(page.main).toContain('30.09.2026')
    const data = defaultAnswers.sendReadings?.data
    upstream.on('sendReadings', { status: 201, body: { data: { ...data, acceptedAt: '2026-10-20' } } })
    expect((await sends({ [water]: '125,25' })).answer.main.replaceAll('\u00a0', ' ')).toContain(
      'Приняты 20 октября 2026 г. по лицевому счёту',
    )
  })

  test('says so for an account without meters', async () => {
    serves({ meters: [] })
    expect((await opens()).main).toContain('Счётчиков по этому лицевому счёту нет')
  })

  test('of somebody else’s account is not found', async () => {
    const missing = { status: 404, body: { message: 'Нет такого счёта' } }
    for (const call of ['meters', 'readingHistory'] as const) upstream.on(call, missing)
    expect(await opens(`${path}?account=999`)).toBeErrorScreen(404)
  })
})

describe('sent readings', () => {
  test('are only the typed ones, by meter and zone, with a point and the form’s key', async () => {
    const { page, answer } = await sends({ [water]: '125,25', [day]: '', [night]: '00 310' })
    expect(answer.status).toBe(200)
    expect(bodies()).toEqual([
      {
        readings: [
          { meter: 'meter-1', values: { t1: '125.25' } },
          { meter: 'meter-2', values: { t2: '310' } },
        ],
      },
    ])
    expect(sent().map(({ id }) => id)).toEqual([homeAccount.account])
    expect(keys()).toEqual([keyOf(page)])
  })

  test('of one meter have both its zones together', async () => {
    await sends({ [day]: '20200', [night]: '310' })
    expect(bodies()).toEqual([{ readings: [{ meter: 'meter-2', values: { t1: '20200', t2: '310' } }] }])
  })

  test.each([
    ['125,250', '125.250'],
    ['125.25', '125.25'],
    ['125', '125'],
    [' 00125,5 ', '125.5'],
    ['125,25000', '125.250'],
    ['0', '0'],
  ])('typed as %j are %s', async (typed, value) => {
    await sends({ [water]: typed })
    expect(bodies()).toEqual([{ readings: [{ meter: 'meter-1', values: { t1: value } }] }])
  })

  test('are those of the account in the address', async () => {
    await sends({ [water]: '125' }, `${path}?account=${dachaAccount.account}`)
    expect(sent().map(({ id }) => id)).toEqual([dachaAccount.account])
  })

  test('are answered by a receipt: number, moment, what was and what is, and the volume', async () => {
    const { answer } = await sends({ [water]: '125,25', [night]: '310' })
    expect(answer.h1).toBe('Показания приняты')
    expect(answer.main).toContain('Номер П-2026-000123. Приняты 20 октября 2026 г., 12:12')
    const rows = answer
      .all('tbody tr')
      .map((row) =>
        row
          .querySelectorAll('th, td')
          .map((cell) => (cell.querySelector('span:last-child') ?? cell).text.replaceAll('\u00a0', ' ')),
      )
    expect(rows).toEqual([
      ['Холодная вода, кухня', '120,500', '125,250', '4,75 м³'],
      ['Электроэнергия: Ночь', '—', '310', '—'],
    ])
    expect(answer.controls(water)).toEqual([])
    expect(answer.link('К показаниям')).toBe(`${path}?account=${homeAccount.account}`)
  })

  test('have a sum beside each volume where the tariff is known', async () => {
    serves({ meters: [withTariff(coldWater, 5412), electricity] })
    const { answer } = await sends({ [water]: '125,25', [night]: '310' })
    const sums = answer.all('tbody td:last-child').map((cell) => cell.text.replace('Примерно', '').trim())
    // 4.75 m³ by 54.12 ₽.
    expect(sums.map((sum) => sum.replaceAll('\u00a0', ' '))).toEqual(['257,07 ₽', '—'])
    expect(answer.main).toContain('Суммы примерные')
  })

  test('that take back an estimate which was too high say what becomes of the difference', async () => {
    const readings = [
      { meter: 'meter-1', zone: 't1', value: '119.000', previous: '120.500', volume: '-1.500' },
    ]
    const data = defaultAnswers.sendReadings?.data
    upstream.on('sendReadings', { status: 201, body: { data: { ...data, readings } } })
    const { answer } = await sends({ [water]: '119' })
    expect(answer.main).toContain('Разницу вернём перерасчётом')
  })

  test('without an account in the address come back when the default one can’t be loaded', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    upstream.on('defaultAccount', 'answers 500')
    const answer = await visitor.post(path, {
      intent: 'readings',
      idempotencyKey: keyOf(page),
      [water]: '125,25',
    })
    expect(answer.status).toBe(502)
    expect(answer.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
    expect(answer.field(water).value).toBe('125,25')
    expect(keyOf(answer)).toBe(keyOf(page))
    expect(sent()).toEqual([])
  })

  test('without an account in the address lead to the login when the session is over', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    upstream.on('defaultAccount', refuses({}, 401))
    const typed = { intent: 'readings', idempotencyKey: keyOf(page), [water]: '125,25' }
    const scripted = await portal.customer()
    const answer = await scripted.postData(path, typed)
    expect(answer.status).toBe(202)
    expect(answer.html).toContain('"/login?redirectTo=%2Fpersonal%2Freadings')
    expect(scripted.cookies.has('session')).toBe(false)

    const redirect = await visitor.post(path, typed)
    expect(redirect).toHaveRedirect(/^\/login\?redirectTo=%2Fpersonal%2Freadings/, 303)
    expect(visitor.cookies.has('session')).toBe(false)
    expect(await visitor.follow(redirect)).toShowFlash('warning', /Сеанс закончился/)
  })

  test('have most of the request’s time, however long the meters take', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    upstream.on('meters', 'hang')
    const began = Date.now()
    const answer = await visitor.press(page, SEND, { [water]: '125,25' })
    expect(answer.h1).toBe('Показания приняты')
    expect(Date.now() - began).toBeLessThan(6_000)
  })

  test('have their receipt even when nothing else can be loaded any more', async () => {
    upstream.on('sendReadings', () => {
      for (const call of ['meters', 'readingHistory', 'accounts', 'defaultAccount'] as const)
        upstream.on(call, 'answers 500')
      return { status: 201, body: defaultAnswers.sendReadings }
    })
    const { answer } = await sends({ [water]: '125,25' })
    expect(answer.status).toBe(200)
    expect(answer.h1).toBe('Показания приняты')
  })

  test('go out without the meters, too, and the API alone judges them', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    upstream.on('meters', 'answers 500')
    const answer = await visitor.press(page, SEND, { [water]: '1234567,1' })
    expect(bodies()).toEqual([{ readings: [{ meter: 'meter-1', values: { t1: '1234567.1' } }] }])
    expect(answer.h1).toBe('Показания приняты')
  })

  test('have another key on every page', async () => {
    expect(keyOf(await opens())).not.toBe(keyOf(await opens()))
  })

  test.each(['a.b', 'счётчик 1', 'a/?#&', '[0]', '__proto__'])(
    'of a meter with the id %j have its controls and its errors',
    async (id) => {
      serves({ meters: [{ ...coldWater, id }] })
      const name = `reading-${id}-t1`
      upstream.on('sendReadings', refuses({ errors: { [`${id}.t1`]: ['Меньше прошлого'] } }))
      const { answer } = await sends({ [name]: '125' })
      expect(bodies()).toEqual([{ readings: [{ meter: id, values: { t1: '125' } }] }])
      expect(answer.field(name).errors).toEqual(['Меньше прошлого'])
      expect(answer.field(name).value).toBe('125')
      expect(answer.summaryLeadsTo).toContain(name)
    },
  )
})

describe('what can’t be sent', () => {
  const comesBack = async (typed: Fields) => {
    const { page, answer } = await sends(typed)
    expect(answer.status).toBe(400)
    expect(answer.title).toMatch(/^Ошибка: Показания/)
    expect(keyOf(answer)).toBe(keyOf(page))
    expect(sent()).toEqual([])
    return answer
  }

  test('is an empty form, said above it', async () => {
    const answer = await comesBack({ [water]: ' ', [day]: '' })
    expect(answer.errorSummary).toEqual(['Введите показание хотя бы одного счётчика.'])
  })

  test.each([
    [water, '12 50', 'Введите число, как на счётчике: например, 123,45.'],
    [water, '1e3', 'Введите число, как на счётчике: например, 123,45.'],
    [water, '-5', 'Показание не бывает меньше нуля.'],
    [water, '123456', 'У этого счётчика не больше 5 цифр до запятой. Красные цифры пишите после неё.'],
    [water, '1,2345', 'Оставьте не больше 3 цифр после запятой.'],
    [day, '1234567', 'У этого счётчика не больше 6 цифр до запятой.'],
    [day, '5,5', 'Введите только целое число, без знаков после запятой.'],
  ])('is in %s what reads %j: said at the field, and everything typed stays', async (field, typed, words) => {
    const answer = await comesBack({ [night]: '310', [field]: typed })
    expect(answer.field(field).errors).toEqual([words])
    expect(answer.summaryLeadsTo).toEqual([field])
    expect(answer.field(field).value).toBe(typed)
    expect(answer.field(night).value).toBe('310')
  })
})

describe('readings that the API refuses', () => {
  test('with errors have each at its field, and the rest above the form', async () => {
    const errors = { 'meter-1.t1': ['Меньше прошлого'], 'meter-2.t2': ['Слишком много'], other: ['И ещё'] }
    upstream.on('sendReadings', refuses({ errors }))
    const { page, answer } = await sends({ [water]: '12,5', [night]: '310' })
    expect(answer.status).toBe(400)
    expect(answer.field(water).errors).toEqual(['Меньше прошлого'])
    expect(answer.field(night).errors).toEqual(['Слишком много'])
    expect(answer.errorSummary).toEqual(['Так не получится', 'И ещё', 'Меньше прошлого', 'Слишком много'])
    expect(answer.field(water).value).toBe('12,5')
    expect(keyOf(answer)).toBe(keyOf(page))
  })

  test('because the window is closed say so, and nothing typed is lost', async () => {
    upstream.on('sendReadings', () => {
      serves({ window: { ...open, open: false } })
      return refuses({ message: 'Приём показаний закончился', code: 'window_closed' })
    })
    const { page, answer } = await sends({ [water]: '125,5' })
    expect(answer.status).toBe(400)
    expect(answer.errorSummary).toEqual(['Приём показаний закончился'])
    expect(answer.field(water).value).toBe('125,5')
    expect(keyOf(answer)).toBe(keyOf(page))
  })

  test('come back even when the whole API is down', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get(path)
    await upstream.down()
    const answer = await visitor.press(page, SEND, { [water]: '125,5', [night]: '310' })
    await upstream.up()
    expect(answer.status).toBe(502)
    expect([answer.field(water).value, answer.field(night).value]).toEqual(['125,5', '310'])
    expect(keyOf(answer)).toBe(keyOf(page))
  })
})

describe('readings that have to be confirmed', () => {
  test('are told in rubles, too, where the tariff is known', async () => {
    serves({ meters: [withTariff(coldWater, 4783), electricity] })
    asks({ ...unusual, volume: '8.620' })
    const { answer } = await sends({ [water]: '129,12' })
    expect(answer.main.replaceAll('\u00a0', ' ')).toContain('Это примерно 412,29 ₽ по тарифу 47,83 ₽ за м³.')
  })

  test('ask beside the meter, in words, with a box of its id, and keep everything', async () => {
    asks(unusual)
    const { page, answer } = await sends({ [water]: '162,5', [night]: '310' })
    expect(answer.status).toBe(400)
    expect(answer.errorSummary[0]).toBe('Так не получится')
    expect(answer.main).toContain('Это в 10 раз больше обычного: расход 42 м³, обычно 4,2 м³ в месяц.')
    const boxes = answer.controls('confirmed')
    expect(boxes.map(({ value, checked, type }) => ({ value, checked, type }))).toEqual([
      { value: 'meter-1', checked: false, type: 'checkbox' },
    ])
    expect(boxes[0]?.element.closest('section')?.text).toContain('Холодная вода')
    expect([answer.field(water).value, answer.field(night).value]).toEqual(['162,5', '310'])
    expect(keyOf(answer)).toBe(keyOf(page))
  })

  test.each([
    [{ ...unusual, volume: '8.400' }, 'Это в 2 раза больше обычного'],
    [{ ...unusual, volume: '5.000' }, 'Это больше обычного'],
    [{ ...unusual, volume: '0.420' }, 'Это в 10 раз меньше обычного'],
    [{ ...unusual, volume: '4.000' }, 'Это меньше обычного'],
    [{ ...unusual, volume: '0.000' }, 'Расхода нет, а обычно он есть'],
    [{ ...unusual, usual: undefined }, 'Расход необычный: расход 42 м³.'],
    [{ ...unusual, usual: '0' }, 'Расход необычный'],
    [
      { ...unusual, reason: 'rollover', volume: '6.500', corrects: true },
      'Показание меньше прошлого. С ним расход 6,5 м³, обычно 4,2 м³ в месяц.',
    ],
  ])('say %j in words', async (question, words) => {
    asks(question)
    const { answer } = await sends({ [water]: '1' })
    expect(answer.main).toContain(words)
  })

  test('below the last one are called a slip, and the meter through zero is a choice of its own', async () => {
    serves({ meters: [withTariff(coldWater, 4783), electricity] })
    asks({ ...unusual, reason: 'rollover', volume: '99948.800' })
    const { answer } = await sends({ [water]: '12,05' })
    const words = plain(answer.main)
    expect(words).toContain('Показание меньше прошлого: вероятно, опечатка. Сверьте его со счётчиком.')
    expect(words).toContain('Показание верное: счётчик прошёл через ноль. Холодная вода')
    expect(words).toContain('Это бывает раз во много лет')
    expect(words).not.toMatch(/99 948|₽/)
    expect(answer.controls('confirmed').map(({ checked }) => checked)).toEqual([false])
  })

  test('below one of the same month may correct that one', async () => {
    asks({ ...unusual, reason: 'rollover', volume: '4.100', corrects: true })
    const { answer } = await sends({ [water]: '124' })
    expect(plain(answer.main)).toContain('Исправляю прошлое показание. Холодная вода')
    expect(answer.main).not.toContain('через ноль')
  })

  test('name the zone', async () => {
    asks({ meter: 'meter-2', zone: 't2', reason: 'unusual', volume: '5000', usual: '100' })
    const { answer } = await sends({ [night]: '5310' })
    expect(answer.main).toContain('Ночь. Это в 50 раз больше обычного')
    expect(answer.controls('confirmed').map(({ value }) => value)).toEqual(['meter-2'])
  })

  test('have boxes that say by themselves which meter they are of, and what is asked about it', async () => {
    asks(unusual, { meter: 'meter-2', zone: 't2', reason: 'unusual', volume: '5000', usual: '100' })
    const { answer } = await sends({ [water]: '162,5', [night]: '5310' })
    const boxes = answer.controls('confirmed').map(({ element }) => {
      const described = element.getAttribute('aria-describedby')?.split(' ') ?? []
      return {
        name: plain(answer.one(`label[for="${element.id}"]`)?.text ?? ''),
        about: plain(described.map((id) => answer.document.getElementById(id)?.text).join(' ')),
      }
    })
    const advice = 'Если ошиблись, исправьте показание и не ставьте отметку'
    expect(boxes).toEqual([
      {
        name: 'Да, показание верное. Холодная вода, Счётчик № 1234567, кухня',
        about: `Это в 10 раз больше обычного: расход 42 м³, обычно 4,2 м³ в месяц. ${advice}`,
      },
      {
        name: 'Да, показание верное. Электроэнергия, Счётчик № 7654321',
        about: `Ночь. Это в 50 раз больше обычного: расход 5 000 кВт·ч, обычно 100 кВт·ч в месяц. ${advice}`,
      },
    ])
  })

  test('go out as confirmed only when the box is ticked, with the same key', async () => {
    asks(unusual)
    const { page, answer, visitor } = await sends({ [water]: '162,5' })
    const again = await visitor.press(answer, SEND)
    expect(again.controls('confirmed').map(({ checked }) => checked)).toEqual([false])
    upstream.on('sendReadings', { status: 201, body: defaultAnswers.sendReadings })
    const accepted = await visitor.press(again, SEND, { confirmed: ['meter-1'] })
    expect(accepted.h1).toBe('Показания приняты')
    const readings = [{ meter: 'meter-1', values: { t1: '162.5' } }]
    expect(bodies()).toEqual([{ readings }, { readings }, { readings, confirmed: ['meter-1'] }])
    expect(new Set(keys())).toEqual(new Set([keyOf(page)]))
  })

  test('keep a tick while another meter is asked about', async () => {
    asks(unusual)
    const { answer, visitor } = await sends({ [water]: '162,5', [night]: '5310' })
    asks({ meter: 'meter-2', zone: 't2', reason: 'unusual', volume: '5000' })
    const next = await visitor.press(answer, SEND, { confirmed: ['meter-1'] })
    expect(next.controls('confirmed').map(({ value, checked }) => [value, checked])).toEqual([
      ['meter-1', true],
      ['meter-2', false],
    ])
    await visitor.press(next, SEND, { confirmed: ['meter-1', 'meter-2'] })
    expect(bodies().at(-1)).toMatchObject({ confirmed: ['meter-1', 'meter-2'] })
  })

  test('confirm no meter whose field was emptied', async () => {
    asks(unusual)
    const { answer, visitor } = await sends({ [water]: '162,5', [night]: '310' })
    await visitor.press(answer, SEND, { [water]: '', confirmed: ['meter-1'] })
    expect(bodies().at(-1)).toEqual({ readings: [{ meter: 'meter-2', values: { t2: '310' } }] })
  })

  test.each([{}, { confirm: 'meter-1' }, { confirm: [{ ...unusual, reason: 'other' }] }])(
    'are a fault of the API when it does not say which: %j',
    async (broken) => {
      upstream.on('sendReadings', refuses({ code: 'confirm_required', ...broken }))
      const { page, answer } = await sends({ [water]: '162,5' })
      expect(answer.status).toBe(502)
      expect(answer.field(water).value).toBe('162,5')
      expect(keyOf(answer)).toBe(keyOf(page))
    },
  )
})

describe('the history', () => {
  test('has the rows in the API’s order, each with its source in words', async () => {
    const page = await opens()
    const rows = page
      .all('main tbody tr')
      .map((row) =>
        row.querySelectorAll('th, td').map((cell) => (cell.querySelector('span:last-child') ?? cell).text),
      )
    expect(rows.map((cells) => cells.map((text) => text.replaceAll('\u00a0', ' ').trim()))).toEqual([
      ['Холодная вода, кухня', 'сентябрь 2026', '20.09.2026', '120,500', '4,5 м³', 'вы передали'],
      ['Холодная вода, кухня', 'август 2026', '01.09.2026', '116,000', '4,1 м³', 'расчётное'],
    ])
  })

  test('is that of one meter by its filter, with a picture that tells estimates apart', async () => {
    const visitor = await portal.customer()
    const page = await visitor.press(await visitor.get(path), 'Показать', { meter: 'meter-1' })
    expect(page.path).toBe(`${path}?account=${homeAccount.account}&meter=meter-1`)
    expect(upstream.named('readingHistory').at(-1)?.path).toBe(
      `/api/v1/personal/readings/${homeAccount.account}?meter=meter-1&limit=20`,
    )
    expect(page.field('meter').value).toBe('meter-1')
    const picture = page.one('main svg[role="img"]')
    expect(picture?.getAttribute('aria-label')).toContain('Холодная вода, кухня')
    // Beside the lines of the levels and the base: a path of what was read, and one of what was estimated.
    expect(picture?.querySelectorAll('svg path')).toHaveLength(4)
    expect(page.main).toContain('расчётное, без показаний')
  })

  const months = (page: Page) => page.all('main svg[role="img"] text').map(({ text }) => text.trim())
  const reading = (period: string, more: object = {}) => ({
    ...defaultAnswers.readingHistory?.data[0],
    period,
    at: `${period}-20T09:00:00Z`,
    volume: '4.000',
    ...more,
  })

  test('has in its picture what a month was corrected to, once', async () => {
    const drawn = async (data: object[]) => {
      upstream.on('readingHistory', { body: { data, meta: { nextCursor: null } } })
      const page = await (await portal.customer()).get(`${path}?account=${homeAccount.account}&meter=meter-1`)
      return page.one('main svg[role="img"]')?.toString()
    }
    const before = [reading('2026-08'), reading('2026-07')]
    const once = await drawn([reading('2026-09', { volume: '3.000' }), ...before])
    expect(once).toBeDefined()
    expect(
      await drawn([
        reading('2026-09', { volume: '3.000', corrects: true }),
        reading('2026-09', { volume: '9.000' }),
        ...before,
      ]),
    ).toBe(once)
    expect(await drawn([reading('2026-09', { volume: '9.000' }), ...before])).not.toBe(once)
  })

  test('has no consumption for the first reading of a meter, in its rows and in its picture', async () => {
    const first = reading('2026-07', { value: '88451.000', volume: '88451.000', isFirst: true })
    const data = [reading('2026-09'), reading('2026-08'), first]
    upstream.on('readingHistory', { body: { data, meta: { nextCursor: null } } })
    const page = await (await portal.customer()).get(`${path}?account=${homeAccount.account}&meter=meter-1`)
    const cells = page.all('main tbody tr').at(-1)?.querySelectorAll('th, td') ?? []
    expect(cells.map(({ text }) => plain(text))).toEqual(
      expect.arrayContaining([expect.stringMatching(/—$/)]),
    )
    expect(page.main).not.toMatch(/88\s451\s/)
    expect(months(page)).toEqual(expect.arrayContaining(['08.26', '09.26']))
    expect(months(page)).not.toContain('07.26')
  })

  test('has no picture of volumes that have no place in one', async () => {
    const data = ['2026-09', '2026-08'].map((period) => reading(period, { volume: '1'.padEnd(22, '0') }))
    upstream.on('readingHistory', { body: { data, meta: { nextCursor: null } } })
    const page = await (await portal.customer()).get(`${path}?account=${homeAccount.account}&meter=meter-1`)
    expect([page.status, page.all('main tbody tr').length, page.all('main svg[role="img"]').length]).toEqual([
      200, 2, 0,
    ])
  })

  test('leaves out of its picture the months that a page has only in part', async () => {
    const data = ['2026-09', '2026-08', '2026-07', '2026-06'].map((period) => reading(period))
    upstream.on('readingHistory', { body: { data, meta: { nextCursor: 'next' } } })
    const visitor = await portal.customer()
    const address = `${path}?account=${homeAccount.account}&meter=meter-1`
    expect(months(await visitor.get(address))).toEqual(expect.arrayContaining(['07.26', '09.26']))
    expect(months(await visitor.get(address))).not.toContain('06.26')
    const later = months(await visitor.get(`${address}&cursor=next`))
    expect(later).toContain('08.26')
    expect(later).not.toContain('09.26')
    expect(later).not.toContain('06.26')
  })

  test.each([
    ['with signs', 'a+b/c=&?'],
    ['of 2,001 characters', 'x'.repeat(2_001)],
  ])('passes a cursor %s on as it is, and leads back', async (_, cursor) => {
    const body = { ...defaultAnswers.readingHistory, meta: { nextCursor: cursor } }
    upstream.on('readingHistory', { body })
    const visitor = await portal.customer()
    const first = await visitor.get(`${path}?account=${homeAccount.account}&meter=meter-1`)
    expect(first.link('К началу')).toBeUndefined()
    const next = await visitor.get((first.link('Показать более ранние') ?? '').replaceAll('&amp;', '&'))
    expect(next.status).toBe(200)
    expect(next.title).toMatch(/^Показания счётчиков, более ранние[: ]/)
    const asked = upstream.named('readingHistory').at(-1)
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({ meter: 'meter-1', cursor, limit: '20' })
    expect((next.link('К началу') ?? '').replaceAll('&amp;', '&')).toBe(
      `${path}?account=${homeAccount.account}&meter=meter-1`,
    )
  })

  test('that can’t be loaded does not take the page', async () => {
    upstream.on('readingHistory', 'leaves out what is required')
    const page = await opens()
    expect(page.status).toBe(200)
    expect(page.main).toContain('Не удалось загрузить историю показаний. Обновите страницу.')
    expect(page.controls(water)).toHaveLength(1)
  })
})

test('the menu has the link to the page', async () => {
  expect((await opens('/personal')).link('Показания')).toBe(path)
})
