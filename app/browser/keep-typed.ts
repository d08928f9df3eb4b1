let focused: Element | null = null

/** Call it while the page is drawn: a drawing that replaces the whole page takes the focus away without an event. */
export function noteFocus() {
  focused = document.activeElement
}

/**
 * Extensions put elements of their own into a page before it is hydrated, and React then draws all of it again. Returns what
 * to do after that: take over what was typed, ticked and opened, the focus and the caret, from the first drawing, which
 * React only detaches.
 */
export function keepTyped() {
  const first = document.documentElement
  return (error: unknown) => {
    // What React does by itself.
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

/** By the words of its summary, as it has no id, and opening it changes its attributes. */
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
