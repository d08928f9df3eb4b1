import type { Visitor } from './actions/visitor'
import { expect, test } from './test'

/** Changes that extensions make to a page before its scripts run. */
const extensions = {
  /** Like Dark Reader. */
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
  /** Like password managers. */
  'an icon beside each field': () => {
    for (const field of document.querySelectorAll('main input:not([type="hidden"])')) {
      const icon = document.createElement('span')
      icon.className = 'foreign'
      field.after(icon)
    }
  },
}

/** Opens all that folds, types into every field, changes every tick, and leaves the caret inside the last text. */
const fillsIn = ({ main }: Visitor) =>
  main.evaluate((element) => {
    for (const details of element.querySelectorAll('details')) details.open = !details.open
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
    if (typeof last?.selectionStart === 'number') last.setSelectionRange(1, 1)
  })

/** The visible controls of the page with their values, and the focused one. */
const filledIn = ({ main }: Visitor) =>
  main.evaluate((element) => {
    const controls = 'input:not([type="hidden"]), select, textarea'
    return [...element.querySelectorAll<HTMLInputElement>(controls)]
      .filter((control) => control.checkVisibility())
      .map((control) => {
        const { id, name, value, checked, selectionStart } = control
        const isFocused = control === document.activeElement
        return { id, name, value, checked, isFocused, caret: isFocused ? selectionStart : null }
      })
  })

/** The folding elements of the page, and whether each is open. */
const foldsOf = ({ main }: Visitor) =>
  main
    .locator('details')
    .evaluateAll((all) =>
      all.map((one) => one instanceof HTMLDetailsElement && [one.firstElementChild?.textContent, one.open]),
    )

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
  const folds = await foldsOf(visitor)
  const focused = before.find(({ isFocused }) => isFocused)
  expect(focused, path).toBeDefined()
  const first = await page.evaluateHandle(() => document.documentElement)
  await page.evaluate(insert)
  await visitor.scriptsArrive()
  expect(await first.evaluate((html) => html.isConnected), `${path} is drawn again`).toBe(false)
  expect(await filledIn(visitor), path).toEqual(before)
  expect(await foldsOf(visitor), path).toEqual(folds)
  await page.keyboard.type('3')
  if (focused?.value !== '12') return folds.length
  const typed = focused.caret === 1 ? { value: '132', caret: 2 } : { value: '123' }
  expect(await filledIn(visitor), path).toContainEqual({ ...focused, ...typed })
  return folds.length
}

for (const [name, insert] of Object.entries(extensions))
  test(`${name}, put there by an extension, costs nothing that was typed @scripts-late`, async ({
    visitor,
    signedInAsAnna,
    faults,
  }) => {
    test.setTimeout(180_000)
    faults.expect(/Minified React error #(418|423|425)/)
    let folds = 0
    for (const path of signedOut) folds += await keepsWhatIsTyped(visitor, path, insert)
    await signedInAsAnna()
    for (const path of signedIn) folds += await keepsWhatIsTyped(visitor, path, insert)
    expect(folds).toBeGreaterThan(0)
  })
