import { useState } from 'react'
import { paths } from '~/paths'
import type { FormReply } from '~/ui/post-form/form-reply'
import { useFreshPage } from '~/ui/post-form/page-answer'

const MARK = '&follow'

/** The query of the page that follows its choice by this one. */
export const withoutMark = (query: string) => query.replace(MARK, '')

/** The `clientLoader` of a page that follows its choice: when the newest choice can't be loaded, the page stays. */
export const followQuietly = async ({
  request,
  serverLoader,
}: {
  request: Request
  serverLoader: () => Promise<unknown>
}) => {
  try {
    return await serverLoader()
  } catch (thrown) {
    // A response is the redirect after a lost session.
    if (request.url.includes(MARK) && !(thrown instanceof Response)) return null
    throw thrown
  }
}

/**
 * The page of the newest choice, which is loaded beside the page without a navigation: what has the focus keeps it. A
 * later choice than the answer to the page's form drops that answer.
 */
export const useFollowedChoice = <Page, Reply extends FormReply | (FormReply & { fresh: Page | null })>(
  loaded: Page,
  { load, data: newestPage }: { load: (address: string) => void; data: Page | null | undefined },
  reply: Reply | undefined,
) => {
  const [kept, setKept] = useState<{ page: Page; insteadOf: Page; before: Reply | undefined } | null>(null)
  if (newestPage && kept?.page !== newestPage) setKept({ page: newestPage, insteadOf: loaded, before: reply })
  const followed = kept?.insteadOf === loaded ? kept : null
  const answer = followed && followed.before === reply ? undefined : reply
  return {
    page: useFreshPage(followed?.page ?? loaded, answer),
    reply: answer,
    follow: (query: string) => load(`${paths.paySeveral()}?${query}${MARK}`),
  }
}
