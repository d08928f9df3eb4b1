import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'

export interface Letter {
  file: string
  to: string[]
  subject: string
  text: string
  html: string
  /** When it was written, by the portal's clock. */
  date: string
  /** The distinct links of the letter, in order. */
  links: string[]
}

const LINK = /https?:\/\/[^\s"'<>)\]]+/g

function linksIn(html: string, text: string): string[] {
  const found = `${html.replaceAll('&amp;', '&')}\n${text}`.match(LINK) ?? []
  return [...new Set(found)]
}

async function readLetter(folder: string, file: string): Promise<Letter> {
  const {
    to = [],
    subject = '',
    text = '',
    html = '',
    date = '',
  } = await PostalMime.parse(readFileSync(join(folder, file)))
  const addresses = to.flatMap(({ address }) => (address === undefined ? [] : [address]))
  return { file, to: addresses, subject, text, html, date, links: linksIn(html, text) }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.eml'))
  } catch {
    return []
  }
}

/** Reads the letters that the portal's API wrote as .eml files. */
export class Outbox {
  readonly #folder: string
  readonly #taken = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** All letters to an address, by file name. */
  async lettersTo(address: string): Promise<Letter[]> {
    const letters = await Promise.all(filesIn(this.#folder).map((file) => readLetter(this.#folder, file)))
    return letters
      .filter((letter) => letter.to.includes(address))
      .sort((a, b) => a.file.localeCompare(b.file))
  }

  /** How far the portal's clock is ahead of ours: a letter to `address` has its time, the letter's file has ours. */
  async clockAheadMs(address: string): Promise<number> {
    const letter = (await this.lettersTo(address)).at(-1)
    if (!letter) throw new Error(`No letter to ${address}`)
    return Date.parse(letter.date) - statSync(join(this.#folder, letter.file)).mtimeMs
  }

  /** Waits for a letter to `address` with a matching subject that was not taken yet, and takes it. */
  async take(address: string, subject: string | RegExp): Promise<Letter> {
    const fits = (letter: Letter) =>
      !this.#taken.has(letter.file) &&
      (typeof subject === 'string' ? letter.subject === subject : subject.test(letter.subject))
    let found: Letter | undefined
    await expect(async () => {
      const letters = await this.lettersTo(address)
      found = letters.find(fits)
      expect(
        found,
        `a letter to ${address} with the subject ${subject}; there are: ${letters.map((l) => l.subject)}`,
      ).toBeDefined()
    }).toPass({ timeout: 10_000, intervals: [50, 100, 250] })
    if (!found) throw new Error('No letter')
    this.#taken.add(found.file)
    return found
  }
}
