import type { Cookie, Request } from '@playwright/test'

/** Fields and cookies that say something of a person, or let somebody act as them. */
const PERSONAL = new Set([
  ...['name', 'email', 'phone', 'account', 'proof'],
  ...['password', 'password_old', 'password_confirmation', 'code', 'token'],
  ...['number', 'csc', 'session', '__Host-session', 'second-step'],
])
/** Shorter ones would also be found in times and ids. */
const SHORTEST = 6

/** Printed once at the start, to sign in with; no demo data, no line. */
const ANNOUNCEMENT = /^Demo customer: /

/** A short number stands alone: by chance the digits of a code are a part of some request's id or of a time. */
const isIn = (line: string, value: string) =>
  /^\d{6,9}$/.test(value) ? new RegExp(`(?<![\\w-])${value}(?![\\w-])`).test(line) : line.includes(value)

/** Collects what visitors send of themselves, and looks for it in the servers' logs. */
export class TypedValues {
  readonly #values = new Set<string>()
  #lines = 0
  #found = 0

  /** Takes the values out of a request: its form and its address. */
  note(request: Request): void {
    const address = new URL(request.url()).searchParams
    const form = new URLSearchParams(request.postData() ?? '')
    for (const [name, value] of [...address, ...form]) if (PERSONAL.has(name)) this.#add(value.trim())
  }

  noteCookies(cookies: readonly Cookie[]): void {
    for (const { name, value } of cookies) if (PERSONAL.has(name)) this.#add(value)
  }

  /** The lines that contain a value, however it is written. */
  found(lines: readonly string[]): string[] {
    this.#lines += lines.length
    const found = lines.filter(
      (line) => !ANNOUNCEMENT.test(line) && [...this.#values].some((value) => isIn(line, value)),
    )
    this.#found += found.length
    return found
  }

  /** For the table of docs/security.md. */
  get summary(): string {
    return `${this.#values.size} spellings of values that visitors sent, ${this.#lines} lines of log, ${this.#found} found`
  }

  #add(value: string): void {
    const digits = value.replace(/\D/g, '')
    // The last ten digits are in every spelling of a telephone number.
    const spellings = [value, encodeURIComponent(value), digits.length >= 10 ? digits.slice(-10) : '']
    for (const spelling of spellings) if (spelling.length >= SHORTEST) this.#values.add(spelling)
  }
}
