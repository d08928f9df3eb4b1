import type { Queries } from 'api/db/database'
import { z } from 'zod'
import {
  type Addressee,
  findChangesOf,
  findLetterRequestsOf,
  findLettersOf,
  findMailedLinksOf,
} from './export-person.repository'
import { pagesOf, type RowOf, rowsAtOnce } from './pages'

const object = z.record(z.string(), z.unknown())

/** A stored JSON object, without what has this name in it, at any depth. */
export const jsonWithout = (hidden: string, json: string): Record<string, unknown> =>
  object.parse(JSON.parse(json, (name, value: unknown) => (name === hidden ? undefined : value)))

export const changesOf = (db: Queries, userId: string) =>
  pagesOf<RowOf<typeof findChangesOf>>(rowsAtOnce, (last, most) => findChangesOf(db, userId, last, most))

export const mailedLinksOf = async (db: Queries, userId: string) => {
  const links = await findMailedLinksOf(db, userId)
  return links.map(({ payload, ...link }) => ({
    ...link,
    // That of a 'not me' link is the key of a device.
    data: link.purpose === 'not-me' ? null : withoutHash(payload),
  }))
}

export const letterRequestsOf = async (db: Queries, addressee: Addressee) => {
  const requests = await findLetterRequestsOf(db, addressee)
  return requests.map(({ registered, ...request }) => ({ ...request, registration: withoutHash(registered) }))
}

export const lettersOf = (db: Queries, addressee: Addressee) =>
  pagesOf<RowOf<typeof findLettersOf>>(rowsAtOnce, (last, most) =>
    findLettersOf(db, addressee, last?.id ?? '', most),
  )

/** A link's or a request's data: an address, or the registration as JSON, which has the hash of the password. */
const withoutHash = (data: string | null) =>
  data?.startsWith('{') ? jsonWithout('passwordHash', data) : data
