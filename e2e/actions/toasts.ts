import type { Page } from '@playwright/test'
import type { Visitor } from './visitor'

/**
 * The visitor is at another window from now on, so every toast that comes waits there: its five seconds can't run out
 * before the test has looked at it.
 */
export async function looksElsewhere({ page }: Visitor): Promise<void> {
  const hasNoFocus = () => {
    document.hasFocus = () => false
  }
  await page.addInitScript(hasNoFocus)
  await page.evaluate(hasNoFocus)
}

/**
 * Stops the clocks of the toasts that are shown, animations of five seconds, so that none leaves while the page is
 * examined; gives what lets them run again.
 */
export async function stopsToastClocks(page: Page): Promise<() => Promise<void>> {
  const clocks = await page.evaluateHandle(() => {
    const running = document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.role === 'progressbar')
    for (const clock of running) clock.pause()
    return running
  })
  return async () => {
    await clocks.evaluate((stopped) => {
      for (const clock of stopped) clock.play()
    })
    await clocks.dispose()
  }
}
