import type { AppLoadContext } from '@remix-run/node'

/** The requests whose readings were accepted: their page is the receipt, whatever becomes of the meters' own calls. */
const accepted = new WeakSet<AppLoadContext>()

export const markAccepted = (context: AppLoadContext) => void accepted.add(context)
export const isAccepted = (context: AppLoadContext) => accepted.has(context)
