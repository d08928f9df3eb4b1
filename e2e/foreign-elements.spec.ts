import type { Visitor } from './actions/visitor'
import { expect, test } from './test'

/** What extensions do to a page before its scripts run. */
const extensions = {
  /** As Dark Reader. */
  'an element first in the head': () => {
    const meta = document.createElement('meta')
    meta.name = 'foreign'
    document.head.prepend(meta)
  },
  'an element first in the body': () => {
    const element = document.createElement('div')
    element.className = 'foreign'
    document.body.prepend(element)
  },
  /** As password managers. */
  'an icon beside each field': () => {
    for (const field of document.querySelectorAll('main input:not([type="hidden"])')) {
      const icon = document.createElement('span')
      icon.className = 'foreign'
      field.after(icon)
    }
  },
}

/** Types into every field of the page, changes every tick, and leaves the focus in the last field. */
const fillsIn = ({ main }: Visitor) =>
  main.evaluate((element) => {
    const controls = [
      ...element.querySelectorAll<HTMLInputElement>('input:not([type="hidden"], :disabled)'),
    ].filter((control) => control.checkVisibility())
    for (const control of controls) {
      if (control.type === 'checkbox' || control.type === 'radio') control.checked = !control.checked
      else if (control.type === 'date') control.value = '2026-10-20'
      else control.value = control.type === 'email' ? 'vera@example.com' : '12'
    }
    const isText = ({ type }: HTMLInputElement) => !['checkbox', 'radio', 'date'].includes(type)
    const last = controls.findLast(isText) ?? controls.at(-1)
    last?.focus()
  })

/** The visible controls of the page with what they hold, and the focused one. */
const filledIn = ({ main }: Visitor) =>
  main.evaluate((element) => {
    const controls = 'input:not([type="hidden"]), select, textarea'
    return [...element.querySelectorAll<HTMLInputElement>(controls)]
      .filter((control) => control.checkVisibility())
      .map((control) => {
        const { id, name, value, checked } = control
        return { id, name, value, checked, isFocused: control === document.activeElement }
      })
  })

const signedOut = ['/login', '/registration', '/forgot-password', '/pay', '/accessible-version']
const signedIn = [
  '/personal/profile',
  '/personal/readings',
  '/personal/pay',
  '/personal/pay-several',
  '/personal/history',
  '/personal/autopayments/new',
  '/personal/add-account',
]

async function keepsWhatIsTyped(visitor: Visitor, path: string, insert: () => void) {
  const { page } = visitor
  await visitor.opens(path)
  await fillsIn(visitor)
  const before = await filledIn(visitor)
  const focused = before.find(({ isFocused }) => isFocused)
  expect(focused, path).toBeDefined()
  const first = await page.evaluateHandle(() => document.documentElement)
  await page.evaluate(insert)
  await visitor.scriptsArrive()
  expect(await first.evaluate((html) => html.isConnected), `${path} is drawn again`).toBe(false)
  expect(await filledIn(visitor), path).toEqual(before)
  await page.keyboard.type('3')
  if (focused?.value === '12')
    expect(await filledIn(visitor), path).toContainEqual({ ...focused, value: '123' })
}

for (const [name, insert] of Object.entries(extensions))
  test(`${name}, put there by an extension, costs nothing that was typed @scripts-late`, async ({
    visitor,
    signedInAsAnna,
    faults,
  }) => {
    test.setTimeout(180_000)
    faults.expect(/Minified React error #(418|423|425)/)
    for (const path of signedOut) await keepsWhatIsTyped(visitor, path, insert)
    await signedInAsAnna()
    for (const path of signedIn) await keepsWhatIsTyped(visitor, path, insert)
  })
