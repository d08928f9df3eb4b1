import { expect } from 'vitest'
import type { Fields } from './browser'
import type { Page } from './page'

/** Never sent back to the page. */
export const isPassword = (name: string) => name.startsWith('password')

/** A rejected form keeps everything that was typed but passwords. */
export const expectKept = (answer: Page, typed: Fields) => {
  for (const [name, value] of Object.entries(typed)) {
    const [control] = answer.controls(name)
    if (isPassword(name)) expect(answer.html).not.toContain(String(value))
    else if (value === true) expect(control?.checked).toBe(true)
    else expect(control?.value).toBe(value)
  }
}
