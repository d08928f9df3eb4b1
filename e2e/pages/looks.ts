import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test'
import type { Visitor } from './visitor'

export const choices = {
  size: ['100', '150', '200'],
  scheme: ['white', 'black', 'blue', 'brown', 'green'],
  font: ['sans', 'serif'],
  spacing: ['0', '0.12', '0.25'],
  line: ['1.5', '2', '2.5'],
  images: ['on', 'grey', 'off'],
} as const

export type Look = { [Name in keyof typeof choices]: (typeof choices)[Name][number] }

/** As a cookie from an earlier visit has it. */
export async function comesWith(visitor: Visitor, look: Look, address: string): Promise<void> {
  const value = [look.size, look.scheme, look.font, look.spacing, look.line, look.images].join('_')
  await visitor.context.addCookies([{ name: 'accessibleVersion', value, url: address }])
}

/** By how many pixels the page, at this width, is wider than its window; and what sticks out. */
export async function sticksOut(page: Page, width: number): Promise<{ by: number; what: string[] }> {
  await page.setViewportSize({ width, height: 800 })
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const by = scrollWidth - clientWidth
    const far = (element: Element) => element.getBoundingClientRect().right > clientWidth + 0.5
    const what = by > 0 ? [...document.querySelectorAll('body *')].filter(far) : []
    return { by, what: what.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)) }
  })
}

/** Every word, mark and line has the contrast that the scheme promises: 7 to 1. */
export async function hasFullContrast({ page }: Visitor): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const { violations, passes } = await new AxeBuilder({ page })
    .withRules(['color-contrast-enhanced', 'color-contrast', 'target-size', 'link-in-text-block'])
    .setLegacyMode()
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
  expect(found).toEqual([])
  expect(passes.map(({ id }) => id)).toContain('color-contrast-enhanced')
}

/** What can be pressed or filled in and is lower than 44 pixels; links within a text are as low as the text. */
export function lowControls({ page }: Visitor): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'button, select, textarea, summary, a[data-kind], input:not([type="hidden"])'
    return [...document.querySelectorAll(controls)]
      .map(
        (control) =>
          (control.matches('[type="radio"], [type="checkbox"]') && control.closest('label')) || control,
      )
      .filter((control) => control.checkVisibility())
      .filter((control) => control.getBoundingClientRect().height < 43.5)
      .map((control) => `${control.getBoundingClientRect().height}: ${control.outerHTML.slice(0, 120)}`)
  })
}
