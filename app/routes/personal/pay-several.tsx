import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node'
import { useActionData, useFetcher, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { BASKET_TITLE, BasketPage } from '~/features/payments/basket-page'
import { withPageBesideQuestion } from '~/features/payments/begin-payment.server'
import { loadBasket } from '~/features/payments/load-basket.server'
import { submitBasket } from '~/features/payments/submit-basket.server'
import { useFollowedChoice } from '~/features/payments/use-followed-choice'
import { paths } from '~/paths'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = {
  access: 'user',
  secret: false,
  feature: 'basket',
  payment: true,
  section: paths.personalPay(),
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const page = await loadBasket(request, context)
  // The API refuses one payment to several payees, even though the page then pays them one after another.
  const isRefused = page.refused || page.shown?.parts.some(({ payee }) => payee)
  return data(page, isRefused ? 400 : 200)
}

export const action = async ({ request, context }: ActionFunctionArgs) =>
  withPageBesideQuestion(await submitBasket(context, await requireUser(request, context)), context, (fresh) =>
    loadBasket(request, fresh),
  )

export { followQuietly as clientLoader } from '~/features/payments/use-followed-choice'

export default function PaySeveralPage() {
  const { page, reply, follow } = useFollowedChoice(
    useLoaderData<typeof loader>(),
    useFetcher<typeof loader>(),
    useActionData<typeof action>(),
  )
  return <BasketPage {...page} reply={reply} follow={follow} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(args.data?.refused ? `Ошибка: ${BASKET_TITLE}` : BASKET_TITLE, args)
