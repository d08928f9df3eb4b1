import { Form } from '@remix-run/react'
import { paths } from '../../paths'
import { Button } from '../../ui/button/button'
import { Stack } from '../../ui/stack/stack'

export type CookieFormProps = {
  /** The page to come back to. */
  redirectTo: string
  /** Come back by a whole page, so that what is loaded already is loaded no more. */
  reload?: boolean
}

/** The question about cookies: two answers, one as easy to give as the other. */
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
