import { expect, type Page } from '@playwright/test'

/** Waits until the page is read to its end and its style sheets are there: where scripts are late it is not loaded before them. */
export async function isStyled(page: Page): Promise<void> {
  const hasStyles = () =>
    document.readyState !== 'loading' &&
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet)
  await expect.poll(() => page.evaluate(hasStyles)).toBe(true)
}
