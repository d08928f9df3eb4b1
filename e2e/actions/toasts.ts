import type { Page } from '@playwright/test'
import type { Visitor } from './visitor'

/**
 * Makes the window look unfocused from now on, so that toasts wait: their five seconds can't run out before the test
 * has looked.
 */
export async function looksElsewhere({ page }: Visitor): Promise<void> {
  const hasNoFocus = () => {
    document.hasFocus = () => false
  }
  await page.addInitScript(hasNoFocus)
  await page.evaluate(hasNoFocus)
}

/**
 * Stops the timers of the shown toasts (animations of five seconds) while the page is examined; returns the function
 * that resumes them.
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
