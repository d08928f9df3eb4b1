import { randomUUID } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import { cookieName } from '../../framework/portal-cookie.server'
import type { Message } from '../../ui/flash-message/message-banner'

const flashMessage = z.object({
  /** The browser shows a message with the same id once, even if several responses have it. */
  id: z.string().max(64),
  type: z.enum(['error', 'success', 'info', 'warning']),
  message: z.string().min(1).max(1000),
  /** After the toast the message stands on the page until the visitor leaves it. */
  stays: z.literal(true).optional(),
  /** Not shown to a visitor who is signed in by then. */
  forGuests: z.literal(true).optional(),
})
export type FlashMessage = z.output<typeof flashMessage>

/**
 * `stays` is for messages that people may have to read twice, or whose subject the page does not show: a sent letter, a
 * changed password or address, something ended or deleted, a redirect to another page. Without `stays` the message
 * disappears, as after a saved form.
 */
export const newFlash = (
  type: FlashMessage['type'],
  message: string,
  { stays = false }: { stays?: boolean } = {},
): FlashMessage => ({
  id: randomUUID(),
  type,
  message: cutToFit(message),
  ...(stays && { stays: true }),
})

/** A browser drops a cookie over 4 KB, and signing makes the text about 1.5 times longer. */
const MAX_BYTES = 2_700

const cutToFit = (words: string): string => {
  const cut = words.slice(0, 1000)
  return Buffer.byteLength(JSON.stringify(cut)) > MAX_BYTES ? cutToFit(cut.slice(0, -50)) : cut
}

/** A message as the page draws it. */
export const asMessage = ({ id, type, message, stays }: FlashMessage): Message => ({
  id,
  type,
  text: message,
  ...(stays && { stays }),
})

/** The signed cookie with one message for the next page. */
export const createFlashCookie = (secrets: readonly string[], secure: boolean) => {
  const cookie = createCookie(cookieName('flashMessage', secure), {
    secrets: [...secrets],
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
  })
  return {
    name: cookie.name,
    async read(cookieHeader: string | null): Promise<FlashMessage | null> {
      const value: unknown = await cookie.parse(cookieHeader).catch(() => null)
      const parsed = flashMessage.safeParse(value)
      return parsed.success ? parsed.data : null
    },
    write: (message: FlashMessage) => cookie.serialize(message),
    clear: () => cookie.serialize('', { maxAge: 0 }),
  }
}

export type FlashCookie = ReturnType<typeof createFlashCookie>
