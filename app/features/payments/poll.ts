import type { ClientLoaderFunctionArgs } from '@remix-run/react'

const MARK = 'watch'

/** The address that a result page polls for its newest state. */
export const pollAddress = (page: string) => `${page}&${MARK}`

export const isPoll = ({ url }: Pick<Request, 'url'>) => new URL(url).searchParams.has(MARK)

/** The query of the page, without the mark of its poll. */
export const queryOfPage = (query: string) =>
  query
    .split('&')
    .filter((part) => !new URLSearchParams(part).has(MARK))
    .join('&')

/** The answer to a poll when the state is unknown. */
export const nothingNew = { view: null, again: '', refresh: null }

/**
 * The `clientLoader` of result pages. A poll that gets no answer, as offline or while the portal restarts, changes
 * nothing; any other request leads to the error screen.
 */
export const pollQuietly = async ({ request, serverLoader }: ClientLoaderFunctionArgs) => {
  try {
    return await serverLoader()
  } catch (thrown) {
    // A response is the redirect after a lost session.
    if (isPoll(request) && !(thrown instanceof Response)) return nothingNew
    throw thrown
  }
}

const FIRST_MS = 2_000
const LONGEST_MS = 60_000
const MAX_POLLS = 40

/**
 * The delay before the next poll of a pending payment, ms: increasing, for half an hour in all. Null: no more polls.
 */
export const pollDelay = (polls: number): number | null =>
  polls < MAX_POLLS ? Math.min(LONGEST_MS, Math.round(FIRST_MS * 1.5 ** polls)) : null
