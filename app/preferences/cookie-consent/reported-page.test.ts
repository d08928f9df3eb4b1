import { describe, expect, test } from 'vitest'
import { reportedPath, reportedTitle } from './reported-page'

const paths: Record<string, string> = { verify: 'verify-email/:id', personal: 'personal/', any: '*' }

const pathAt = (ids: string[], pathname: string, errors: Record<string, unknown> | null = null) =>
  reportedPath(
    {
      matches: ids.map((id) => ({ route: { id }, params: {}, pathname, pathnameBase: pathname })),
      location: { pathname, search: '?code=secret', hash: '', state: null, key: 'k' },
      errors,
    },
    (id) => paths[id],
  )

describe('a page reported to the analytics counter', () => {
  test('has parameter names instead of ids, and no query', () => {
    expect(pathAt(['root', 'verify'], '/verify-email/s3cr3t')).toBe('/verify-email/{id}')
    expect(pathAt(['root', 'personal'], '/personal')).toBe('/personal')
    expect(pathAt(['root'], '/')).toBe('/')
  })

  test('has a content page’s path, but not that of a page that does not exist', () => {
    expect(pathAt(['root', 'any'], '/help/bill')).toBe('/help/bill')
    expect(pathAt(['root', 'any'], '/verify-emial/s3cr3t', { any: 404 })).toBe('/{slug}')
  })

  test.each([
    ['Оплачено 2 450,50 ₽ — Кабинет', 'Оплачено … ₽ — Кабинет'],
    ['Оплачено 2\u00a0450,50\u00a0₽', 'Оплачено … ₽'],
    ['Удалить лицевой счёт 4010028513', 'Удалить лицевой счёт …'],
    ['История платежей: Дом — у моря, 4010028513 — Кабинет', 'История платежей — Кабинет'],
    ['История платежей: лицевой счёт Б-7 — Кабинет', 'История платежей — Кабинет'],
    ['Ошибка: Оплата: Гараж, 5330001748 — Кабинет', 'Ошибка: Оплата — Кабинет'],
    ['Ошибка: Вход — Кабинет', 'Ошибка: Вход — Кабинет'],
    ['Квитанция за октябрь 2026', 'Квитанция за октябрь 2026'],
    ['Ошибка 404 - Страница не найдена', 'Ошибка 404 - Страница не найдена'],
  ])('has no amounts and no accounts in its title: %s', (title, counted) => {
    expect(reportedTitle(title)).toBe(counted)
  })
})
