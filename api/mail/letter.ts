import { today } from 'format/dates'
import { localHour } from 'format/local-hour'
import type { LetterKind } from './letter-facts'

/** A composed letter: `subject` is one line, `html` a whole document. */
export interface Letter {
  kind: LetterKind
  subject: string
  text: string
  html: string
}

/** The site that sends the letter. Links are built on `publicUrl`, never on data of a request. */
export interface LetterSite {
  publicUrl: string
  /** The company for a letter that is written now; its files may change while the server runs. */
  company(): LetterCompany
}

/** The company as its letters show it. */
export interface LetterCompany {
  name: string
  /** Where there is little room, such as in an application for codes. */
  shortName: string
  /** The colour of buttons and links, `#rrggbb`. */
  accent: string
  greeting: string
  /** Lines under the letter, without the site's address. */
  signature: readonly string[]
  /** The last paragraph. By default it says that nobody reads answers. */
  footer: string
  /** The company's own words for some kinds of letters; `{{fact}}` stands for a fact of the letter. */
  texts: Readonly<Partial<Record<LetterKind, OwnWords>>>
}

export interface OwnWords {
  subject?: string | undefined
  /** Instead of the first paragraph. */
  intro?: string | undefined
}

/** The letters of a company with only a name. */
export const plainCompany = (name: string): LetterCompany => ({
  name,
  shortName: name,
  accent: '#0a5557',
  greeting: 'Здравствуйте!',
  signature: [name],
  footer: 'Письмо отправлено автоматически, отвечать на него не нужно.',
  texts: {},
})

/** The end of a sentence. */
export const callUs = 'позвоните или напишите нам: контакты есть внизу каждой страницы сайта.'

/** In the company's time zone. Letters that answer no action of the customer must not wake anybody. */
const fromHour = 10

/** The first moment of a day at which such letters may be written. */
export const lettersFrom = (day: string, timeZone: string): Date => localHour(day, fromHour, timeZone)

/** Whether such letters may be written at a moment: from that hour until midnight. */
export const isLetterTime = (now: Date, timeZone: string): boolean =>
  now >= lettersFrom(today(timeZone, now), timeZone)
