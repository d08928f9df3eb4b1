import { isCommonPassword } from 'api/users/common-passwords'
import { passwordLength } from 'contract/limits'
import { charactersIn } from 'contract/users'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { printFigure, times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { login, openApiWorld, register } from '../support/api-world'
import { noLimits } from '../support/no-limits'

vi.setConfig({ testTimeout: times(60_000, 3_600_000) })

const PASSWORDS = times(60, 10_000)
/** As many as are hashed at once: more would only wait. */
const AT_ONCE = 4

const { min, max } = passwordLength
const lengths = { minLength: min, maxLength: max }
/** Without NUL, which no field takes. */
const password = fc
  .oneof(
    fc.string({ ...lengths, unit: 'binary' }),
    fc.string({ ...lengths, unit: 'grapheme' }),
    fc.string({ minLength: max, maxLength: max, unit: fc.constantFrom('ё', '😀', 'и\u0306', '\u0301', ' ') }),
  )
  .map((text) => [...text].slice(0, max).join(''))
  .filter((text) => charactersIn(text) >= min && charactersIn(text) <= max)
  .filter((text) => !isCommonPassword(text) && !text.includes('\0'))

const world = openForTests(() => openApiWorld('sqlite', { limits: noLimits }))

const withoutTheLast = (text: string) => [...text].slice(0, -1).join('')
/** Canonically equivalent: as another keyboard composes it. */
const decomposed = (text: string) => text.normalize('NFD')

test(`${PASSWORDS} random Unicode passwords are kept whole, from the registration to the login`, async () => {
  let nth = 0
  let cut = 0
  const tryPassword = async (typed: string) => {
    nth += 1
    const email = `person-${nth}@mail.example`
    const browser = world.browser()
    const registered = await register(browser, email, { password: typed, password_confirmation: typed })
    expect(registered.status, registered.text).toBe(204)
    // 403: the password was right, and the address is not verified yet.
    expect((await login(browser, email, typed)).status).toBe(403)
    expect((await login(browser, email, decomposed(typed))).status).toBe(403)
    if ((await login(browser, email, withoutTheLast(typed))).status !== 422) cut += 1
  }
  for (const group of groupsOf(AT_ONCE, fc.sample(password, PASSWORDS)))
    await Promise.all(group.map(tryPassword))
  expect(cut).toBe(0)
  printFigure(1, `${nth} random passwords through registration and login, ${cut} cut`)
})

const groupsOf = <Item>(size: number, items: readonly Item[]): Item[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...groupsOf(size, items.slice(size))]
