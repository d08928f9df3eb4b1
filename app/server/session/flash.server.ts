import { randomUUID } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import { cookieName } from '../../framework/portal-cookie.server'
import type { Message } from '../../ui/flash-message/message-banner'

const flashMessage = z.object({
  /** By it the browser shows a message once, however many responses carry it. */
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
 * `stays` is for what people may have to read twice, or do not see on the page itself: letters on their way, passwords and
 * addresses that changed, what has ended or was deleted, why another page came than the one asked for. What the page shows
 * as well, such as a saved form, goes by.
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

/** The signed cookie that carries one message to the next page. */
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
