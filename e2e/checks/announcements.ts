import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announced: string[]
  }
}

/**
 * Records what a screen reader would announce: every change within an existing live region, and every region inserted
 * with text. Call before the first page is opened.
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const regions = '[aria-live]:not([aria-live="off"]), [role="alert"], [role="status"], [role="log"]'
    window.announced = []
    const say = (words: string | null) => {
      const text = words?.replace(/\s+/g, ' ').trim()
      if (text) window.announced.push(text)
    }
    const watcher = new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const within = element?.closest(regions)
        if (within && type === 'characterData') say(within.textContent)
        for (const added of addedNodes) {
          if (within) say(added.textContent)
          else if (added instanceof Element)
            for (const region of [added, ...added.querySelectorAll('*')])
              if (region.matches(regions)) say(region.textContent)
        }
      }
    })
    document.addEventListener('DOMContentLoaded', () =>
      watcher.observe(document.body, { subtree: true, childList: true, characterData: true }),
    )
  })
  return () => page.evaluate(() => window.announced)
}
