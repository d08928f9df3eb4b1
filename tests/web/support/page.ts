import type { IncomingHttpHeaders } from 'node:http'
import { type HTMLElement, parse } from 'node-html-parser'

/** Normalizes whitespace; no-break spaces become spaces. */
export const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

export interface Control {
  value: string
  type: string
  checked: boolean
  /** Its error messages. */
  errors: string[]
  element: HTMLElement
}

export interface PageForm {
  /** Its target. */
  action: string
  method: string
  /** The values it sends unchanged. */
  values: URLSearchParams
  element: HTMLElement
}

/** A response of the portal, parsed as a page. */
export class Page {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The requested address. */
  readonly path: string
  #document: HTMLElement | undefined

  constructor(path: string, status: number, headers: IncomingHttpHeaders, body: Buffer) {
    this.path = path
    this.status = status
    this.headers = headers
    this.body = body
  }

  get html() {
    return this.body.toString('utf8')
  }

  get location() {
    return this.headers.location
  }

  get setCookies(): readonly string[] {
    return this.headers['set-cookie'] ?? []
  }

  /** The `Set-Cookie` header of that name. */
  setCookie(name: string) {
    return this.setCookies.find((line) => line.startsWith(`${name}=`))
  }

  get document(): HTMLElement {
    this.#document ??= parse(this.html, { comment: false })
    return this.#document
  }

  all(selector: string): HTMLElement[] {
    return this.document.querySelectorAll(selector)
  }

  /** The first element that matches a selector. */
  one(selector: string): HTMLElement | null {
    return this.document.querySelector(selector)
  }

  get title() {
    return plain(this.one('title')?.text ?? '')
  }

  get h1() {
    const headings = this.all('h1')
    if (headings.length > 1) throw new Error(`there are ${headings.length} h1`)
    return plain(headings[0]?.text ?? '')
  }

  /** The text of the main part, without header, footer and menus. */
  get main() {
    return plain(this.one('main')?.structuredText ?? '')
  }

  /** The text of the whole page, without scripts. */
  get words() {
    const body = parse(this.html, { comment: false, blockTextElements: { script: false, style: false } })
    return plain(body.querySelector('body')?.structuredText ?? '')
  }

  /** The errors of the summary above the h1, in order. */
  get errorSummary(): string[] {
    const deadLinks = this.all('[data-error-summary] li a')
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !this.document.getElementById(href.slice(1)))
    if (deadLinks.length > 0)
      throw new Error(`the summary links to ${deadLinks.join(', ')}, which the page does not have`)
    return this.all('[data-error-summary] li').map((item) => plain(item.text))
  }

  /** The names of the fields that the summary links to. */
  get summaryLeadsTo(): (string | undefined)[] {
    return this.all('[data-error-summary] li a').map((link) =>
      this.document.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.getAttribute('name'),
    )
  }

  /** The errors of the summary that are not also shown at the control that they link to. */
  get errorsOnlyInSummary(): string[] {
    return this.all('[data-error-summary] li a')
      .filter((link) => {
        const target = this.document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
        return target?.hasAttribute('name') && !this.errorsOf(target).includes(plain(link.text))
      })
      .map((link) => plain(link.text))
  }

  /** The flash messages in the HTML. */
  get flashes(): { type: string | undefined; text: string; stays: boolean }[] {
    return this.all('[data-flash]').map((banner) => ({
      type: (banner.querySelector('[data-type]') ?? banner).getAttribute('data-type'),
      text: plain(banner.text).replace(/^(Ошибка|Внимание)\. /, ''),
      stays: banner.getAttribute('data-flash') === 'stays',
    }))
  }

  /** The number by which support finds this request. */
  get requestNumber(): string | undefined {
    return this.one('[data-request-number]')?.text
  }

  get hasLeftMenu() {
    return this.all('nav a[href^="/personal"]').length > 1
  }

  controls(name: string): Control[] {
    return this.all('input, select, textarea')
      .filter((element) => element.getAttribute('name') === name)
      .map((element) => ({
        value: currentValue(element),
        type: element.getAttribute('type') ?? element.tagName.toLowerCase(),
        checked: element.hasAttribute('checked'),
        errors: this.errorsOf(element),
        element,
      }))
  }

  /** The control of that name. */
  field(name: string): Control {
    const [control] = this.controls(name)
    if (!control) throw new Error(`${this.path} has no field ${name}: ${this.title}`)
    return control
  }

  private errorsOf(element: HTMLElement): string[] {
    if (element.getAttribute('aria-invalid') !== 'true') return []
    const descriptionIds = element.getAttribute('aria-describedby')?.split(' ') ?? []
    return descriptionIds
      .filter((id) => id.endsWith('-error'))
      .flatMap((id) => this.document.getElementById(id)?.querySelectorAll('p') ?? [])
      .map((error) => plain(error.text))
  }

  link(words: string): string | undefined {
    return this.all('a')
      .find((link) => plain(link.text) === words)
      ?.getAttribute('href')
  }

  get links(): string[] {
    return this.all('a').map((link) => link.getAttribute('href') ?? '')
  }

  get buttons(): string[] {
    return this.all('button').map((button) => plain(button.text))
  }

  /** The unchanged values of every POST form, once for each of its buttons. */
  get postForms(): Pick<PageForm, 'action' | 'values'>[] {
    return this.all('form')
      .filter((form) => form.getAttribute('method')?.toUpperCase() === 'POST')
      .flatMap((form) => {
        const buttons = this.all('button').filter(
          (button) => button.getAttribute('type') !== 'button' && this.formOfButton(button) === form,
        )
        return buttons.map((button) => {
          const values = valuesOf(form)
          const name = button.getAttribute('name')
          if (name) values.append(name, button.getAttribute('value') ?? '')
          const action = button.getAttribute('formaction') ?? form.getAttribute('action') ?? this.path
          return { action, values }
        })
      })
  }

  private formOfButton(button: HTMLElement): HTMLElement | null {
    const id = button.getAttribute('form')
    return id ? this.document.getElementById(id) : button.closest('form')
  }

  /** The form of the button with this text, with the button's own value. */
  formOf(button: string): PageForm {
    const matching = this.all('button').filter(
      (candidate) => plain(candidate.text) === button && candidate.getAttribute('type') !== 'button',
    )
    const [first] = matching
    if (!first) throw new Error(`${this.path} has no button «${button}», only ${this.buttons.join(', ')}`)
    const element = this.formOfButton(first)
    if (!element) throw new Error(`the button «${button}» sends no form`)
    const values = valuesOf(element)
    const name = first.getAttribute('name')
    if (name) values.append(name, first.getAttribute('value') ?? '')
    return {
      action: first.getAttribute('formaction') ?? element.getAttribute('action') ?? this.path,
      method: (element.getAttribute('method') ?? 'get').toUpperCase(),
      values,
      element,
    }
  }
}

const currentValue = (element: HTMLElement): string => {
  if (element.tagName === 'TEXTAREA') return element.text
  if (element.tagName !== 'SELECT') return element.getAttribute('value') ?? ''
  const options = element.querySelectorAll('option')
  const selected = options.find((option) => option.hasAttribute('selected')) ?? options[0]
  return selected?.getAttribute('value') ?? selected?.text ?? ''
}

const valuesOf = (form: HTMLElement): URLSearchParams => {
  const values = new URLSearchParams()
  for (const element of form.querySelectorAll('input, select, textarea')) {
    const name = element.getAttribute('name')
    const type = element.getAttribute('type')
    if (!name || element.hasAttribute('disabled') || type === 'submit' || type === 'button') continue
    const isTicked = type !== 'checkbox' && type !== 'radio' ? true : element.hasAttribute('checked')
    if (isTicked) values.append(name, currentValue(element) || (type === 'checkbox' ? 'on' : ''))
  }
  return values
}
