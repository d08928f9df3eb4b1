import type { Page } from '@playwright/test'
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

/** One look for each scheme; together they try every choice of every setting. */
export const looks: readonly Look[] = choices.scheme.map((scheme, index) => ({
  scheme,
  size: choices.size[(index + 2) % 3] ?? '200',
  font: choices.font[index % 2] ?? 'sans',
  spacing: choices.spacing[(index * 2 + 1) % 3] ?? '0.12',
  line: choices.line[(index + 1) % 3] ?? '2',
  images: choices.images[(index * 2) % 3] ?? 'on',
}))

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
