/** The part of the page that what hangs from an element belongs to: nothing stands outside of all landmarks. */
export const landmarkOf = (element: Element | null) =>
  element?.closest<HTMLElement>('main, header, footer') ?? null
