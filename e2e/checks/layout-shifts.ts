import type { Page } from '@playwright/test'

/** The entry of the Layout Instability API; TypeScript's DOM types do not have it. */
type LayoutShift = PerformanceEntry & { sources: { node?: Node }[] }

/**
 * Records layout shifts in the main part from the next page load on, as names of the shifted elements. The header is left
 * out: its row also shifts while a slow browser parses it.
 */
export async function recordShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifted: string[] = []
    Object.assign(window, { shifted })
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => entry.entryType === 'layout-shift'
    new PerformanceObserver((list) => {
      const main = document.querySelector('main')
      for (const { sources } of list.getEntries().filter(isShift)) {
        const nodes = sources.flatMap(({ node }) => (node && main?.contains(node) ? [node.nodeName] : []))
        if (nodes.length > 0) shifted.push(nodes.join(' '))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifted'))
}
