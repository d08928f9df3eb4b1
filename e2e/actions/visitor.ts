import { type BrowserContext, expect, type Locator, type Page, type Response } from '@playwright/test'
import { stylesLoaded } from '../checks/styles-loaded'
import type { Person, Registered } from '../data/people'
import type { Letter, Outbox } from '../support/outbox'
import type { ScriptMode } from '../support/portal-test'

/** The name of the demo company: all titles end with it. */
export const SITE = 'Тихий берег'
const VERIFY = 'Подтвердите адрес электронной почты'

interface VisitorOptions {
  page: Page
  /** Origin of the portal. */
  site: string
  outbox: Outbox
  scriptMode: ScriptMode
  /** With late scripts: lets the open page's scripts arrive and waits for hydration. */
  scriptsArrive: (() => Promise<void>) | undefined
}

interface Rejection {
  /** All errors of the summary, in order. */
  summary?: (string | RegExp)[]
  /** The error of a field, by its label. */
  fields?: Record<string, string>
}

/** A visitor in a browser, who finds everything by the visible text. */
export class Visitor {
  readonly page: Page
  readonly outbox: Outbox
  readonly scriptMode: ScriptMode
  readonly #site: string
  readonly #scriptsArrive: (() => Promise<void>) | undefined

  constructor({ page, site, outbox, scriptMode, scriptsArrive }: VisitorOptions) {
    this.page = page
    this.#site = site
    this.outbox = outbox
    this.scriptMode = scriptMode
    this.#scriptsArrive = scriptsArrive
  }

  /** Whether scripts run in this test. If they fail to load, a visitor sees the same page as without them. */
  get scripts(): boolean {
    return this.scriptMode === 'on' || this.scriptMode === 'late'
  }

  get context(): BrowserContext {
    return this.page.context()
  }

  get header(): Locator {
    return this.page.getByRole('banner')
  }

  get main(): Locator {
    return this.page.getByRole('main')
  }

  get h1(): Locator {
    return this.page.getByRole('heading', { level: 1 })
  }

  /** The menu of the personal pages. */
  get leftMenu(): Locator {
    return this.page.getByRole('navigation', { name: 'Личный кабинет' })
  }

  /** Where toasts appear. */
  get toasts(): Locator {
    return this.page.getByRole('region', { name: /^Уведомления/ })
  }

  get errorSummary(): Locator {
    return this.main.getByRole('alert')
  }

  field(label: string): Locator {
    return this.main.getByLabel(label, { exact: true })
  }

  button(name: string | RegExp): Locator {
    return this.main.getByRole('button', { name, exact: true })
  }

  link(name: string | RegExp): Locator {
    return this.main.getByRole('link', { name, exact: true })
  }

  /** An account's card in the list. */
  card(account: string): Locator {
    return this.main.getByRole('listitem').filter({ hasText: account })
  }

  /** The button of an account's menu, where scripts run. */
  dots(account: string): Locator {
    return this.card(account).getByRole('button', { name: `Действия с лицевым счётом ${account}` })
  }

  /** An action in an account's row: without scripts, or before they arrive. */
  inRow(account: string, words: string): Locator {
    const name = new RegExp(`^${withAnySpaces(words)} .*${account}$`)
    const card = this.card(account)
    return card.getByRole('link', { name }).or(card.getByRole('button', { name }))
  }

  /** Runs an action of an account, from its menu or its row. */
  async doesWith(account: string, words: string): Promise<void> {
    const [dots, inRow] = [this.dots(account), this.inRow(account, words)]
    if (this.scriptMode !== 'on') {
      await dots.or(inRow).waitFor()
      if (await inRow.isVisible()) return inRow.click()
    }
    await dots.click()
    await this.page.getByRole('menuitem', { name: words }).click()
  }

  async opens(address: string): Promise<Response> {
    const response = await this.page.goto(address, this.#until)
    await this.#laidOut()
    if (!response) throw new Error(`${address} is the page that is open already`)
    return response
  }

  async types(values: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label).fill(value)
  }

  async reloads(): Promise<void> {
    await this.page.reload(this.#until)
    await this.#laidOut()
  }

  async goesBack(): Promise<void> {
    await this.page.goBack(this.#until)
    await this.#laidOut()
  }

  /** With late scripts the load event does not fire before they arrive. */
  get #until() {
    return { waitUntil: this.scriptMode === 'late' ? 'domcontentloaded' : 'load' } as const
  }

  /** Waits for the styles: with late scripts the load event was not waited for. */
  async #laidOut(): Promise<void> {
    if (this.scriptMode === 'late') await stylesLoaded(this.page)
  }

  /** With late scripts: lets the scripts of the open page arrive. */
  async scriptsArrive(): Promise<void> {
    await this.#scriptsArrive?.()
  }

  /** Presses a button; late scripts arrive just before. */
  async presses(button: string | RegExp): Promise<void> {
    await this.button(button).waitFor()
    await this.scriptsArrive()
    await this.button(button).click()
  }

  /** Waits for a button that hydrates after the rest of the page. */
  async findsAlive(button: string | RegExp): Promise<void> {
    const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
    await expect.poll(() => this.button(button).evaluate(isAlive)).toBe(true)
  }

  async follows(link: string | RegExp): Promise<void> {
    await this.link(link).click()
  }

  /** Waits for the page with this h1 and title. In the title the account of the page may follow. */
  async sees(h1: string, title = h1): Promise<void> {
    await expect(this.h1).toHaveText(h1)
    await expect(this.page).toHaveTitle(new RegExp(`^${withAnySpaces(title)}(: .+)? — ${SITE}$`))
  }

  /** Waits for a message: a toast where scripts run, otherwise a banner above the h1. */
  async isTold(words: string | RegExp): Promise<void> {
    if (this.scripts) return this.#seesToast(this.toasts.getByText(words).first())
    const banner = this.main.getByText(words)
    await expect(banner).toBeVisible()
    const [above, below] = [await banner.boundingBox(), await this.h1.boundingBox()]
    expect(above?.y).toBeLessThan(below?.y ?? 0)
  }

  async #seesToast(toast: Locator): Promise<void> {
    // The page with the message may still be loading, and its late scripts with it.
    await expect(async () => {
      await this.scriptsArrive()
      await expect(toast).toBeVisible({ timeout: this.scriptMode === 'late' ? 1_000 : 10_000 })
    }).toPass({ timeout: 20_000 })
  }

  /** Checks that the form was rejected: title, focused summary, and the same errors at the fields. */
  async isRefused({ summary, fields = {} }: Rejection): Promise<void> {
    if (summary) await expect(this.errorSummary.getByRole('listitem')).toHaveText(summary)
    await expect(this.page).toHaveTitle(/^Ошибка: /)
    if (this.scripts) await expect(this.page.locator(':focus').getByRole('alert')).toBeVisible()
    for (const [label, words] of Object.entries(fields)) {
      await expect(this.field(label)).toHaveAttribute('aria-invalid', 'true')
      await expect(this.field(label)).toHaveAccessibleDescription(new RegExp(withAnySpaces(words)))
      const inSummary = this.errorSummary.getByRole('link', { name: words, exact: true })
      const id = await this.field(label).getAttribute('id')
      await expect(inSummary).toHaveAttribute('href', `#${id}`)
    }
  }

  async hasTyped(values: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(values))
      await expect(this.field(label)).toHaveValue(asWritten(value))
  }

  /** Opens the letter's first link to such a path. */
  async opensLetter(letter: Letter, path: string): Promise<void> {
    await this.opens(linkOf(letter, path))
  }

  async signsUp(person: Person): Promise<void> {
    await this.opens('/registration')
    await this.fillsRegistration(person)
  }

  /** Fills the registration in and sends it. */
  async fillsRegistration(person: Person): Promise<void> {
    await this.types({
      Имя: person.name,
      'Электронная почта': person.email,
      'Телефон — необязательно': person.phone,
      Пароль: person.password,
      'Пароль ещё раз': person.password,
    })
    await this.consent.check()
    await this.presses('Зарегистрироваться')
    await this.sees('Проверьте почту')
  }

  get consent(): Locator {
    return this.main.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' })
  }

  /** Opens the newest verification link in the browser that has sent the registration. */
  async verifies(person: Person): Promise<void> {
    const letter = await this.outbox.take(person.email, VERIFY)
    await this.opensLetter(letter, '/verify-email/')
    await this.confirmsAddress()
    await this.sees('Вход')
  }

  /** Presses the button of the verification page. In the browser that has sent the registration, scripts press it. */
  async confirmsAddress(): Promise<void> {
    await this.scriptsArrive()
    if (this.scripts) return
    await this.sees('Подтверждение почты')
    await this.presses('Подтвердить адрес')
  }

  async fillsLogin({ email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
    await this.types({ 'Электронная почта': email, Пароль: password })
    await this.presses('Войти')
  }

  /** From the login page to the accounts. */
  async logsIn(person: Pick<Person, 'email' | 'password'>): Promise<void> {
    await this.opens('/login')
    await this.fillsLogin(person)
    await this.sees('Лицевые счета')
  }

  async logsOut(): Promise<void> {
    await this.header.getByRole('button', { name: 'Выйти' }).click()
    await this.isTold('Вы вышли. До встречи!')
  }

  /** Creates a new customer, signed in from the next page on; for tests about something else. */
  async isNewCustomer(person: Person): Promise<void> {
    const { name, email, phone, password } = person
    await this.#posts('/registration', {
      ...{ name, email, phone, password },
      ...{ password_confirmation: password, consent: 'on' },
    })
    const letter = await this.outbox.take(email, VERIFY)
    await this.#posts(linkOf(letter, '/verify-email/'))
    await this.isSignedIn(person)
  }

  /** Creates a new customer and opens the accounts. */
  async becomesCustomer(person: Person): Promise<void> {
    await this.isNewCustomer(person)
    await this.opens('/personal')
    await this.sees('Лицевые счета')
  }

  /** Signs in from the next page on; for tests about something else. */
  async isSignedIn({ email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
    await this.#posts('/login', { email, password })
  }

  /** Adds an account; for tests about something else. */
  async hasAccount({ account, accessCode }: Registered): Promise<void> {
    await this.#posts('/personal/add-account', { account, proof: accessCode })
  }

  /** Posts a form with the browser's cookies and follows the redirect, without rendering. */
  async #posts(path: string, form: Record<string, string> = {}): Promise<void> {
    const answer = await this.context.request.post(path, { form, headers: { origin: this.#site } })
    if (!answer.ok()) throw new Error(`A form sent to ${path} was answered by ${answer.status()}`)
  }

  async addsAccount({ account, accessCode }: Registered): Promise<void> {
    await this.leftMenu.getByRole('link', { name: 'Добавить лицевой счёт' }).click()
    await this.sees('Добавить лицевой счёт')
    await this.types({ 'Номер лицевого счёта': account })
    await this.presses('Добавить')
    await this.types({ 'Код доступа': accessCode })
    await this.presses('Добавить')
    await this.sees('Лицевые счета')
    await expect(this.card(account)).toBeVisible()
  }
}

function escapeForRegExp(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Matches the words alone, with any kind of space between them. */
function asWritten(words: string): RegExp {
  return new RegExp(`^${withAnySpaces(words)}$`)
}

function withAnySpaces(words: string): string {
  return escapeForRegExp(words).replace(/[ \u00a0]/g, '[ \u00a0]')
}

export function linkOf(letter: Letter, path: string): string {
  const link = letter.links.find((address) => new URL(address).pathname.startsWith(path))
  if (!link) throw new Error(`No link to ${path} in «${letter.subject}»: ${letter.links}`)
  return link
}
