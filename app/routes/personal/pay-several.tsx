import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { BASKET_TITLE, BasketPage } from '~/features/payments/basket-page'
import { loadBasket } from '~/features/payments/load-basket.server'
import { submitBasket } from '~/features/payments/submit-basket.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', feature: 'basket', payment: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const page = await loadBasket(request, context)
  return data(page, page.refused ? 400 : 200)
}

export const action = async ({ request, context }: ActionFunctionArgs) =>
  submitBasket(context, await requireUser(request, context))

export default function PaySeveralPage() {
  return <BasketPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(args.data?.refused ? `Ошибка: ${BASKET_TITLE}` : BASKET_TITLE, args)
