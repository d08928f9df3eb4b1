import { expect } from 'vitest'
import { Page } from './page'

/** Assertions that many tests share. */
interface PageMatchers<R> {
  /** Is a redirect to this location, with 302 or 303 (or `status`). */
  toHaveRedirect(location: string | RegExp, status?: number): R
  /** Has exactly this flash message in the HTML. `stays`: whether it stays on the page after its toast. */
  toShowFlash(
    type: 'error' | 'success' | 'info' | 'warning',
    text: string | RegExp,
    more?: { stays: boolean },
  ): R
  /** Is the error screen of this status, without a left menu. */
  toBeErrorScreen(status: number): R
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends PageMatchers<R> {}
}

const matches = (actual: string | undefined, expected: string | RegExp) =>
  typeof expected === 'string' ? actual === expected : expected.test(actual ?? '')

const describePage = (page: Page) =>
  `${page.status} ${page.location ?? `«${page.title}» ${page.main.slice(0, 200)}`}`

const pageOf = (received: unknown): Page => {
  if (received instanceof Page) return received
  throw new TypeError('this matcher is for the answers of the portal')
}

const SCREENS: Record<number, { title: string; words: string }> = {
  404: { title: 'Ошибка 404 - Страница не найдена', words: 'Перейти на главную' },
  403: { title: 'Ошибка 403 - Нет доступа', words: 'главную' },
}
const ANY_OTHER = { title: 'Что-то пошло не так', words: 'Попробуйте ещё раз' }

expect.extend({
  toHaveRedirect(received: unknown, location: string | RegExp, status?: number) {
    const page = pageOf(received)
    const statuses = status === undefined ? [302, 303] : [status]
    return {
      pass: statuses.includes(page.status) && matches(page.location, location),
      message: () => `expected a redirect to ${location}, got ${describePage(page)}`,
    }
  },

  toShowFlash(received: unknown, type: string, text: string | RegExp, { stays }: { stays?: boolean } = {}) {
    const page = pageOf(received)
    const [flash] = page.flashes
    return {
      pass:
        page.flashes.length === 1 &&
        flash?.type === type &&
        matches(flash.text, text) &&
        (stays === undefined || flash.stays === stays),
      message: () =>
        `expected the message ${type} «${text}»${stays ? ' that stays' : ''}, got ${JSON.stringify(page.flashes)}: ${describePage(page)}`,
    }
  },

  toBeErrorScreen(received: unknown, status: number) {
    const page = pageOf(received)
    const screen = SCREENS[status] ?? ANY_OTHER
    const isOne =
      page.status === status &&
      page.title.startsWith(screen.title) &&
      page.main.includes(screen.words) &&
      page.links.includes('/') &&
      !page.hasLeftMenu
    return { pass: isOne, message: () => `expected the error screen of ${status}, got ${describePage(page)}` }
  },
})
