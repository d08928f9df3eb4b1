import { Form } from '@remix-run/react'
import { paths } from '../../paths'
import { Button } from '../../ui/button/button'
import { Stack } from '../../ui/stack/stack'

/** The visitor's choice as pages see it. Without a counter there is nothing to choose. */
export interface Cookies {
  choice: 'all' | 'necessary' | null
  hasCounter: boolean
  hasBadge: boolean
}

/** Names the scripts of other sites, in the accusative. */
export const thirdPartyScriptsInWords = ({ hasCounter, hasBadge }: Cookies) =>
  [hasCounter && 'счётчик посещений «Яндекс Метрика»', hasBadge && 'знак доверия портала Госуслуг']
    .filter(Boolean)
    .join(' и\u00a0')

export type CookieFormProps = {
  /** The page to return to. */
  redirectTo: string
  /** Return by a full page load, which removes third-party scripts already loaded. */
  reload?: boolean
}

/** The cookie choice: two equally prominent buttons. */
export function CookieForm({ redirectTo, reload = false }: CookieFormProps) {
  return (
    <Form method="post" action={paths.cookieSettings} replace preventScrollReset reloadDocument={reload}>
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <Stack direction="row" gap="small">
        <Button kind="secondary" name="choice" value="all">
          Согласиться
        </Button>
        <Button kind="secondary" name="choice" value="necessary">
          Только необходимые
        </Button>
      </Stack>
    </Form>
  )
}
