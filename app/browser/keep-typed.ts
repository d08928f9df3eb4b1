let focusedElement: Element | null = null

/** Stores the focused element. Call it while the page is drawn: a second drawing removes the focus without an event. */
export function noteFocus() {
  focusedElement = document.activeElement
}

/**
 * If an extension adds elements to a page before hydration, React draws the whole page again. Returns a function to call
 * after that. It copies typed values, ticks, open details, focus and caret from the first drawing, which React has only
 * detached.
 */
export function keepTyped() {
  const firstRoot = document.documentElement
  return (error: unknown) => {
    // React's default for such an error.
    reportError(error)
    if (firstRoot.isConnected) return
    for (const field of firstRoot.querySelectorAll<HTMLInputElement>('input,select,textarea')) {
      const { value, checked } = field
      Object.assign(twinOf(field) ?? {}, { value, checked })
    }
    for (const details of firstRoot.querySelectorAll('details'))
      Object.assign(twinOfDetails(firstRoot, details) ?? {}, { open: details.open })
    if (!(focusedElement instanceof HTMLElement)) return
    const twin = twinOf(focusedElement)
    twin?.focus({ preventScroll: true })
    // Scripts can't read the caret of e-mail and number fields.
    if (focusedElement instanceof HTMLInputElement && focusedElement.selectionStart !== null)
      Object.assign(twin ?? {}, {
        selectionStart: focusedElement.selectionStart,
        selectionEnd: focusedElement.selectionEnd,
      })
  }
}

/** Finds the same `details` by the text of its summary: it has no id, and opening changes its attributes. */
const twinOfDetails = (firstRoot: Element, old: HTMLDetailsElement) => {
  const alike = (page: ParentNode) =>
    [...page.querySelectorAll('details')].filter(
      (one) => one.firstElementChild?.textContent === old.firstElementChild?.textContent,
    )
  return alike(document)[alike(firstRoot).indexOf(old)]
}

const twinOf = <Kind extends HTMLElement>(old: Kind): Kind | undefined =>
  [...document.querySelectorAll<Kind>(old.localName)].find((one) =>
    old.id ? one.id === old.id : one.isEqualNode(old),
  )
