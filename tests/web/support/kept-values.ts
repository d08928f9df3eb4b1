import { expect } from 'vitest'
import type { Fields } from './browser'
import type { Page } from './page'
import type { Screen } from './screens'

/** Passwords are never sent back to the page. */
const isPassword = (name: string) => name.startsWith('password')

/** The values that a visitor has to type again after a rejection. */
export const passwordsOf = (typed: Fields): Fields =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => isPassword(name)))

/** Expects a rejected form to keep all typed values except passwords. */
export const expectKept = (answer: Page, typed: Fields) => {
  for (const [name, value] of Object.entries(typed)) {
    const [control] = answer.controls(name).filter(({ type, checked }) => type !== 'radio' || checked)
    if (isPassword(name)) expect(answer.html).not.toContain(String(value))
    else if (value === true) expect(control?.checked).toBe(true)
    else expect(control?.value).toBe(value)
  }
}

/** Expects a rejected form on its own page, with «Ошибка» in the title. */
export const expectRefusedOn = ({ h1 }: Pick<Screen, 'h1'>, answer: Page, status: number) => {
  expect(answer.status).toBe(status)
  expect(answer.title).toMatch(/^Ошибка: .+ — My New Project$/)
  expect(answer.h1).toBe(h1)
  expect(answer.setCookie('flashMessage')).toBeUndefined()
}
