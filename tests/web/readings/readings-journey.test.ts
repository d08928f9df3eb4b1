import { beforeAll, describe, expect, test } from 'vitest'
import '../support/matchers'
import { openForTests } from '../../support/open-for-tests'
import type { Browser } from '../support/browser'
import { type Page, plain } from '../support/page'
import { startPortal } from '../support/portal'
import { type ApiLocation, PUBLIC_URL, startRealApi } from '../support/real-api'

const path = '/personal/readings'
const SEND = 'Передать показания'

describe.each(['embedded', 'remote'] satisfies ApiLocation[])('a customer of our own API, %s', (location) => {
  const api = openForTests(() => startRealApi(location))
  const portal = openForTests(() => startPortal(api.transport, { env: { PUBLIC_URL } }))
  let visitor: Browser

  beforeAll(async () => {
    visitor = portal.visitor()
    await visitor.press(await visitor.get('/login'), 'Войти', api.demoLogin)
  })

  /** The names of the meters' controls. */
  const namesOf = (page: Page) =>
    page.all('[name^="reading-"]').map((control) => control.getAttribute('name') ?? '')
  const lastOf = (page: Page, name: string) => {
    const id = page.field(name).element.getAttribute('aria-describedby') ?? ''
    const words = page.document.getElementById(id)?.text ?? ''
    return (/Прошлое: ([\d\s\u00a0,]+)/.exec(words)?.[1] ?? '')
      .replace(/[\s\u00a0]|,$/g, '')
      .replace(',', '.')
  }

  test('sends a reading, confirms one that is unusual, and gets the same receipt for the same form', async () => {
    const page = await visitor.get(path)
    const [cold = '', hot = '', day = '', night = ''] = namesOf(page)
    expect(namesOf(page)).toHaveLength(4)
    expect(page.main).toContain('Поверка закончилась')
    expect(lastOf(page, cold)).toMatch(/^\d+[.]\d{3}$/)
    const typed = {
      [cold]: String(Number(lastOf(page, cold)) + 3),
      [day]: String(Number(lastOf(page, day)) + 900),
    }
    const asked = await visitor.press(page, SEND, typed)
    expect(asked.status).toBe(400)
    expect(asked.errorSummary.join(' ')).toMatch(/Это в \d+ раз.? больше обычного/)
    expect(asked.main).toMatch(/Это примерно [\d\s]+,\d\d\s₽ по\sтарифу \d+,\d\d\s₽ за\sкВт·ч/)
    const boxes = asked.controls('confirmed').map(({ value }) => value)
    expect(boxes).toEqual([day.slice('reading-'.length, -'-t1'.length)])
    expect(asked.field(cold).value).toBe(typed[cold])

    const accepted = await visitor.press(asked, SEND, { confirmed: boxes })
    expect(accepted.h1).toBe('Показания приняты')
    expect(accepted.title).toBe('Показания приняты — Тихий берег')
    expect(accepted.main).toMatch(/Номер П-\d{8}-\d{8}/)
    const again = await visitor.press(asked, SEND, { confirmed: boxes })
    expect(again.main).toBe(accepted.main)
    const other = await visitor.press(asked, SEND, { [hot]: lastOf(page, hot), confirmed: boxes })
    expect(other.errorSummary.join()).toContain('уже отправлена с другими данными')

    const after = await visitor.get(path)
    expect(Number(lastOf(after, cold))).toBeCloseTo(Number(typed[cold]), 3)
    expect(lastOf(after, night)).toBe(lastOf(page, night))

    const corrected = await visitor.press(after, SEND, { [cold]: String(Number(typed[cold]) - 1) })
    expect(corrected.main).toContain('раньше в этом месяце. Если исправляете его, подтвердите')
    expect(corrected.main).toMatch(/Показание меньше прошлого\. С\sним расход 2\sм³/)
    expect(corrected.main).toContain('Исправляю прошлое показание')

    const lower = await visitor.press(after, SEND, { [hot]: '1' })
    expect(plain(lower.main)).toContain('Показание меньше прошлого: вероятно, опечатка.')
    expect(lower.main).toContain('Показание верное: счётчик прошёл через ноль')
    expect(lower.main).not.toMatch(/расход \d|Это примерно/)
  })

  test('looks at the history page by page, and at one meter with its picture', async () => {
    const first = await visitor.get(path)
    expect(first.all('main tbody tr')).toHaveLength(20)
    const next = await visitor.get((first.link('Показать более ранние') ?? '').replaceAll('&amp;', '&'))
    expect(next.all('main tbody tr')).toHaveLength(20)
    expect(next.main).not.toContain('Не удалось загрузить')
    const meter = first.one('[name="meter"] option:nth-child(2)')?.getAttribute('value') ?? ''
    const own = await visitor.press(first, 'Показать', { meter })
    expect(own.one('main svg[role="img"]')?.getAttribute('aria-label')).toContain('Холодная вода')
    expect((await visitor.get(`${path}?meter=other`)).main).toContain(
      'Не удалось загрузить историю показаний. Обновите страницу.',
    )
  })

  test('has no page for the account of somebody else', async () => {
    expect(await visitor.get(`${path}?account=4010031902`)).toBeErrorScreen(404)
  })

  test('is told that an account has no meters', async () => {
    expect((await visitor.get(`${path}?account=7120004468`)).main).toContain(
      'Счётчиков по этому лицевому счёту нет',
    )
  })
})
