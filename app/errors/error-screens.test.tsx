import { describe, expect, it } from 'vitest'
import { drawInRouter as draw } from '../../tests/support/draw-in-router'
import { Forbidden, NotFound, SomethingWrong } from './error-screens'
import { errorTitle } from './error-text'

const contacts = {
  phones: [{ title: null, number: '+78005553535' }],
  email: 'help@example.ru',
  address: 'г. Зеленодольск',
}

function headings(html: string) {
  return [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, words]) => words)
}

const screens = [
  { status: 404, title: 'Ошибка 404 - Страница не найдена', element: <NotFound contacts={contacts} /> },
  { status: 403, title: 'Ошибка 403 - Нет доступа', element: <Forbidden contacts={contacts} /> },
  {
    status: 500,
    title: 'Что-то пошло не так... Попробуйте ещё раз.',
    element: <SomethingWrong contacts={contacts} />,
  },
  {
    status: 502,
    title: 'Что-то пошло не так... Попробуйте ещё раз.',
    element: <SomethingWrong contacts={contacts} />,
  },
]

describe.each(screens)('the screen of status $status', ({ status, title, element }) => {
  it('has the title of the specification, in the document and as its only h1', async () => {
    expect(errorTitle(status)).toBe(title)
    expect(headings(await draw(element))).toEqual([title])
  })

  it('links to the main page in the text and by a large button', async () => {
    const html = await draw(element)
    expect(html).toMatch(/<p>[^<]*<a[^>]* href="\/"/)
    expect(html).toMatch(/<a[^>]*data-size="large"[^>]* href="\/"[^>]*><span>Перейти на главную<\/span><\/a>/)
  })

  it('gives the support phone and e-mail', async () => {
    const html = await draw(element)
    expect(html).toContain('в службу поддержки')
    expect(html).toContain('href="tel:+78005553535"')
    expect(html).toContain('href="mailto:help@example.ru"')
  })
})

describe('error screens', () => {
  it('advise to contact support even without a known phone', async () => {
    for (const element of [<NotFound key="404" />, <Forbidden key="403" />, <SomethingWrong key="500" />]) {
      expect(await draw(element)).toContain('в службу поддержки.')
    }
  })

  it('give only the phone or the e-mail where the other is not known', async () => {
    const none = { ...contacts, phones: [], email: '' }
    const byPhone = await draw(<NotFound contacts={{ ...none, phones: contacts.phones }} />)
    expect(byPhone).toMatch(/в службу поддержки: <a [^>]*href="tel:[^"]*"[^>]*>[^<]*<\/a>\./)
    expect(byPhone).not.toContain('mailto:')
    expect(await draw(<NotFound contacts={{ ...none, email: contacts.email }} />)).toMatch(
      /в службу поддержки: <a [^>]*href="mailto:[^"]*"[^>]*>help@example\.ru<\/a>\./,
    )
    expect(await draw(<NotFound contacts={none} />)).toContain('в службу поддержки.')
    const numberless = { ...none, phones: [{ title: null, number: '' }] }
    expect(await draw(<NotFound contacts={numberless} />)).toContain('в службу поддержки.')
  })

  it('name the number of a failed request, to be read out to support', async () => {
    const requestId = '3f2a91bc-5a53-4c1f-9d2c-0d8a3f5b7c11'
    expect(await draw(<SomethingWrong requestId={requestId} />)).toMatch(
      /Номер запроса:.<span[^>]*>3f2a91bc<\/span>\./,
    )
    expect(await draw(<SomethingWrong />)).not.toContain('Номер запроса')
  })

  it('offer to retry the failed page, only on this site', async () => {
    expect(await draw(<SomethingWrong retryTo="/personal?account=1" />)).toMatch(
      /href="\/personal\?account=1"[^>]*><span>Попробовать ещё раз/,
    )
    expect(await draw(<SomethingWrong retryTo="//example.ru/personal" />)).not.toContain('example.ru')
  })
})
