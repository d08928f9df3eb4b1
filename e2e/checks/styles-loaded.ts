import { expect, type Page } from '@playwright/test'

/** Waits until the HTML, the style sheets and the fonts are loaded: with late scripts the load event comes later. */
export async function stylesLoaded(page: Page): Promise<void> {
  const hasStyles = () => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    if (document.readyState === 'loading' || !sheets.every(({ sheet }) => sheet)) return false
    // The layout requests a font only when it needs the font.
    return document.body.offsetHeight > 0 && document.fonts.status === 'loaded'
  }
  await expect.poll(() => page.evaluate(hasStyles)).toBe(true)
}
