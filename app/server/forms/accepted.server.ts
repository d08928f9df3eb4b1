import type { AppLoadContext } from '@remix-run/node'

/**
 * The requests whose form was accepted and is answered by a page of its own, such as a receipt or codes that are shown
 * only once: that page needs no data, and no failure of another call may hide it.
 */
const accepted = new WeakSet<AppLoadContext>()

export const markAccepted = (context: AppLoadContext) => void accepted.add(context)
export const isAccepted = (context: AppLoadContext) => accepted.has(context)
