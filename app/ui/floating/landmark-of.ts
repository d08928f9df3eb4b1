/** The landmark of an element: its panel is rendered there, so that no content is outside of all landmarks. */
export const landmarkOf = (element: Element | null) =>
  element?.closest<HTMLElement>('main, header, footer') ?? null
