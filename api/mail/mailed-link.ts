import { randomBytes } from 'node:crypto'
import { newSecret } from 'api/hashed-secret'
import { DAY, HOUR, MINUTE } from 'format/durations'
import { count } from 'format/plural'

/** A link with one purpose: its id, its secret code and how long it is valid from now. */
export interface MailedLink {
  id: string
  code: string
  validForMs: number
}

/** A duration after 'действует': '20 минут', '24 часа', '7 дней'. Up to two days in hours. */
export function durationInWords(ms: number): string {
  if (ms > 2 * DAY) return count(Math.round(ms / DAY), ['день', 'дня', 'дней'])
  if (ms >= HOUR) return count(Math.round(ms / HOUR), ['час', 'часа', 'часов'])
  return count(Math.round(ms / MINUTE), ['минуту', 'минуты', 'минут'])
}

export const validity = ({ validForMs }: MailedLink) =>
  `Ссылка действует ${durationInWords(validForMs)} и срабатывает один раз.`

/** The id and the code of an address that needs no sign-in; only the hash of the code is stored. */
export interface SecretLink {
  id: string
  code: string
}

export const newSecretLink = (): SecretLink => ({
  id: randomBytes(16).toString('base64url'),
  code: newSecret(),
})
