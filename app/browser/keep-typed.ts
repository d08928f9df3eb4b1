let focused: Element | null = null

/** Call it while the page is drawn: drawing the whole page again removes the focus without an event. */
export function noteFocus() {
  focused = document.activeElement
}

/**
 * If an extension adds elements to a page before hydration, React draws the whole page again. Returns a function to call
 * after that. It copies typed values, ticks, open details, focus and caret from the first drawing, which React has only
 * detached.
 */
export function keepTyped() {
  const first = document.documentElement
  return (error: unknown) => {
    // The default of React for such an error.
    reportError(error)
    if (first.isConnected) return
    for (const field of first.querySelectorAll<HTMLInputElement>('input,select,textarea')) {
      const { value, checked } = field
      Object.assign(twinOf(field) ?? {}, { value, checked })
    }
    for (const details of first.querySelectorAll('details'))
      Object.assign(twinOfDetails(first, details) ?? {}, { open: details.open })
    if (!(focused instanceof HTMLElement)) return
    const twin = twinOf(focused)
    twin?.focus({ preventScroll: true })
    // Fields of e-mails and numbers have no caret for scripts.
    if (focused instanceof HTMLInputElement && focused.selectionStart !== null)
      Object.assign(twin ?? {}, {
        selectionStart: focused.selectionStart,
        selectionEnd: focused.selectionEnd,
      })
  }
}

/** Finds it by the text of its summary: it has no id, and opening changes its attributes. */
const twinOfDetails = (first: Element, old: HTMLDetailsElement) => {
  const alike = (page: ParentNode) =>
    [...page.querySelectorAll('details')].filter(
      (one) => one.firstElementChild?.textContent === old.firstElementChild?.textContent,
    )
  return alike(document)[alike(first).indexOf(old)]
}

const twinOf = <Kind extends HTMLElement>(old: Kind): Kind | undefined =>
  [...document.querySelectorAll<Kind>(old.localName)].find((one) =>
    old.id ? one.id === old.id : one.isEqualNode(old),
  )
