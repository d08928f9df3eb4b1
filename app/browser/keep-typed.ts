let focused: Element | null = null

/** Call it while the page is drawn: a drawing that replaces the whole page takes the focus away without an event. */
export function noteFocus() {
  focused = document.activeElement
}

/**
 * Extensions put elements of their own into a page before it is hydrated, and React then draws all of it again. Returns what
 * to do after that: take over what was typed and ticked, and the focus, from the first drawing, which React only detaches.
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
    if (focused instanceof HTMLElement) twinOf(focused)?.focus({ preventScroll: true })
  }
}

const twinOf = <Kind extends HTMLElement>(old: Kind): Kind | undefined =>
  [...document.querySelectorAll<Kind>(old.localName)].find((one) =>
    old.id ? one.id === old.id : one.isEqualNode(old),
  )
