import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { BASKET_TITLE, BasketPage } from '~/features/payments/basket-page'
import { loadBasket } from '~/features/payments/load-basket.server'
import { submitBasket } from '~/features/payments/submit-basket.server'
import { withFreshPage } from '~/features/payments/with-fresh-page.server'
import { paths } from '~/paths'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { useFreshestPage } from '~/ui/post-form/use-freshest-page'

export const handle = {
  access: 'user',
  secret: false,
  feature: 'basket',
  payment: true,
  section: paths.personalPay(),
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const page = await loadBasket(request, context)
  return data(page, page.refused ? 400 : 200)
}

export const action = async ({ request, context }: ActionFunctionArgs) =>
  withFreshPage(await submitBasket(context, await requireUser(request, context)), context, (asPage) =>
    loadBasket(request, asPage),
  )

export default function PaySeveralPage() {
  const reply = useActionData<typeof action>()
  return <BasketPage {...useFreshestPage(useLoaderData<typeof loader>(), reply?.fresh)} reply={reply} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(args.data?.refused ? `Ошибка: ${BASKET_TITLE}` : BASKET_TITLE, args)
