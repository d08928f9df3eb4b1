import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { loadReadings } from '~/features/readings/load-readings.server'
import { NoAccount, ReadingsPage } from '~/features/readings/readings-page'
import { READINGS_TITLE } from '~/features/readings/readings-view'
import { Receipt } from '~/features/readings/receipt'
import { submitReadings } from '~/features/readings/submit-readings.server'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { titleOfAccount, titleOfPart } from '~/layouts/page-account'
import { paths } from '~/paths'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false, feature: 'readings' } satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadReadings(request, context)

export const action = async ({ request, context }: ActionFunctionArgs) =>
  submitReadings(request, context, await requireUser(request, context))

/** The answer to the form is the receipt; leaving it reloads the page. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod !== 'POST' && defaultShouldRevalidate

export default function ReadingsScreen() {
  const { choices, shown, idempotencyKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer?.view === 'receipt') return <Receipt account={answer.account} receipt={answer.receipt} />
  const { reply, ticked = [], confirm = [] } = answer ?? {}
  return (
    <>
      <AccountSwitcher choices={choices} to={(account) => paths.readings({ account })} />
      {shown ? (
        <ReadingsPage
          shown={shown}
          idempotencyKey={idempotencyKey}
          reply={reply}
          ticked={ticked}
          confirm={confirm}
        />
      ) : (
        <NoAccount />
      )}
    </>
  )
}

export const meta = ({ data, ...args }: MetaArgs<typeof loader>) => {
  const isFurther = data?.shown?.history?.isFirst === false
  return pageMeta(titleOfAccount(titleOfPart(READINGS_TITLE, isFurther), data?.choices), args)
}
