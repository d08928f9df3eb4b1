import type { Locator, Page } from '@playwright/test'

/** Text settings of a visitor: WCAG 1.4.4 (200 % text) and 1.4.12 (text spacing). */
const TEXT: Record<string, string> = {
  usual: '',
  'letters of 200 %': 'html:not([data-size]) { font-size: 200% !important }',
  'wide spacing':
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
    'p { margin-block-end: 2em !important }',
}

/**
 * Layout faults of the open page at its current width: horizontal scroll, clipped text, elements outside of the page,
 * numbers outside of their list, controls under 44 pixels or with overflowing text, fields without autocomplete.
 */
export function fits(page: Page): Promise<string[]> {
  return page.evaluate(async (text) => {
    const CONTROLS = 'button, select, textarea, summary, a[data-kind], input:not([type="hidden"])'
    const root = document.documentElement

    const markupOf = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140)
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const all = () => [...document.body.querySelectorAll<HTMLElement>('*')].filter(isShown)

    // Screen-reader text is in a box of one pixel.
    const isForScreenReaders = (element: HTMLElement) => element.offsetWidth <= 1 && element.offsetHeight <= 1
    const within = (elements: HTMLElement[], element: Element) =>
      elements.some((one) => one.contains(element))

    const applyStyle = (css: string) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      return () => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      }
    }

    const overflows = (element: HTMLElement) => [
      element.scrollWidth > element.clientWidth + 1,
      element.scrollHeight > element.clientHeight + 1,
    ]

    const sizes = ({ clientWidth, clientHeight, scrollWidth, scrollHeight }: HTMLElement) =>
      `${scrollWidth}×${scrollHeight} in ${clientWidth}×${clientHeight}`

    const drawing = document.createElement('canvas').getContext('2d')
    /** By how many pixels the number of an item sticks out of its list. Scripts cannot read the box of a number. */
    const numberSticksOutBy = (item: HTMLElement, list: HTMLElement) => {
      const { font, letterSpacing, listStyleType } = getComputedStyle(item)
      if (!drawing || listStyleType !== 'decimal') return 0
      drawing.font = font
      drawing.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing
      const number = `${[...list.children].indexOf(item) + 1}. `
      const room = item.getBoundingClientRect().left - list.getBoundingClientRect().left - list.clientLeft
      return drawing.measureText(number).width - room
    }

    const layoutFaults = () => {
      const elements = all()
      const screenReaderTexts = elements.filter(isForScreenReaders)
      // A message shrinks while it closes.
      const visibleElements = elements.filter(
        (element) => !within(screenReaderTexts, element) && !element.closest('svg, [data-in="false"]'),
      )
      const scrollers = visibleElements.filter((element) =>
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowX),
      )
      const found: string[] = []
      const by = root.scrollWidth - root.clientWidth
      if (by > 0) found.push(`sideways scroll by ${by}`)
      for (const element of visibleElements) {
        const { left, right, width } = element.getBoundingClientRect()
        const isOutside = width > 0 && (left < -1 || right > root.clientWidth + 1)
        if (isOutside && !within(scrollers, element)) found.push(`outside the page: ${markupOf(element)}`)
        const list = element.matches('li') && element.closest('ol')
        if (list && numberSticksOutBy(element, list) > 0)
          found.push(`the number sticks out of the list: ${markupOf(element)}`)
        const { overflowX, overflowY, display } = getComputedStyle(element)
        if (display === 'inline' || element.matches('input, select, textarea')) continue
        const [isWide, isHigh] = overflows(element)
        const isCutOff = [
          overflowX === 'hidden' || overflowX === 'clip',
          overflowY === 'hidden' || overflowY === 'clip',
        ]
        if ((isCutOff[0] && isWide) || (isCutOff[1] && isHigh))
          found.push(`cut off, ${sizes(element)}: ${markupOf(element)}`)
        else if (element.matches('button, summary, a[data-kind], label') && (isWide || isHigh))
          found.push(`words stick out, ${sizes(element)}: ${markupOf(element)}`)
      }
      return found
    }

    const frame = () => new Promise(requestAnimationFrame)
    /** A floating panel is repositioned in the frame after its size has changed. */
    const waitForPanels = async () => {
      const places = () =>
        [...document.querySelectorAll('[data-radix-popper-content-wrapper]')].map((floating) =>
          floating.getAttribute('style'),
        )
      if (places().length === 0) return
      let before: string
      do {
        before = places().join()
        await frame()
        await frame()
      } while (places().join() !== before)
    }

    const found: string[] = []
    for (const [name, css] of Object.entries(text)) {
      const undo = applyStyle(css)
      await waitForPanels()
      found.push(...layoutFaults().map((fault) => `${name}: ${fault}`))
      undo()
    }
    await waitForPanels()

    for (const control of all().filter((element) => element.matches(CONTROLS))) {
      const target =
        (control.matches('[type="radio"], [type="checkbox"]') && control.closest('label')) || control
      const { height } = target.getBoundingClientRect()
      if (height < 43.5) found.push(`${Math.round(height)} px high: ${markupOf(control)}`)
    }
    for (const field of document.querySelectorAll<HTMLInputElement>(
      'input:is([type="email"], [type="tel"], [type="password"], [name="name"])',
    ))
      if (!field.autocomplete) found.push(`no autocomplete: ${markupOf(field)}`)
    return found
  }, TEXT)
}

/** By how many pixels the page overflows its window at this width, and which elements do. */
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

/** The sides on which the nearest box that scrolls or clips cuts off the outline of this element. */
export function outlineCutOff(focused: Locator): Promise<string[]> {
  return focused.evaluate((element) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(element)
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    let box = element.parentElement
    while (box && getComputedStyle(box).overflowX === 'visible') box = box.parentElement
    if (!box) return []
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()]
    const room = {
      top: inner.top - outer.top,
      left: inner.left - outer.left,
      bottom: outer.bottom - inner.bottom,
      right: outer.right - inner.right,
    }
    return Object.entries(room).flatMap(([side, pixels]) => (pixels < reach ? [side] : []))
  })
}
