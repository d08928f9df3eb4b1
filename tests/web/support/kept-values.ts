import { expect } from 'vitest'
import type { Fields } from './browser'
import type { Page } from './page'
import type { Screen } from './screens'

/** Never sent back to the page. */
const isPassword = (name: string) => name.startsWith('password')

/** What has to be typed again after a rejection. */
export const passwordsOf = (typed: Fields): Fields =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => isPassword(name)))

/** A rejected form keeps everything that was typed but passwords. */
export const expectKept = (answer: Page, typed: Fields) => {
  for (const [name, value] of Object.entries(typed)) {
    const [control] = answer.controls(name).filter(({ type, checked }) => type !== 'radio' || checked)
    if (isPassword(name)) expect(answer.html).not.toContain(String(value))
    else if (value === true) expect(control?.checked).toBe(true)
    else expect(control?.value).toBe(value)
  }
}

/** A rejected form comes back on its own page, whose title says so. */
export const expectRefusedOn = ({ h1 }: Pick<Screen, 'h1'>, answer: Page, status: number) => {
  expect(answer.status).toBe(status)
  expect(answer.title).toMatch(/^Ошибка: .+ — My New Project$/)
  expect(answer.h1).toBe(h1)
  expect(answer.setCookie('flashMessage')).toBeUndefined()
}
