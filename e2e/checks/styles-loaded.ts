import { expect, type Page } from '@playwright/test'

/** Waits until the HTML and the style sheets are loaded: with late scripts the load event comes later. */
export async function stylesLoaded(page: Page): Promise<void> {
  const hasStyles = () =>
    document.readyState !== 'loading' &&
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet)
  await expect.poll(() => page.evaluate(hasStyles)).toBe(true)
}
