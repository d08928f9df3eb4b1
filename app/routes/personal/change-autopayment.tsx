import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { inForms } from 'format/money'
import { pageMeta } from '~/document/page-meta'
import { ruleInWords, viewOfCard } from '~/features/autopayments/autopayment-view'
import { ChangeAutopayment } from '~/features/autopayments/change-autopayment'
import { changeAutopaymentForm } from '~/features/autopayments/change-autopayment-form.server'
import { findAutopayment } from '~/features/autopayments/find-autopayment.server'
import { titleWithAccount } from '~/layouts/account-title'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { submitForm } from '~/server/forms/submit-form.server'
import { type Api, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { hasFeature } from '~/server/upstream/features.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const [autopayment, cards] = await Promise.all([
    loadBesideForm(context, findAutopayment(request, api, id), 'keep form'),
    loadCards(api, context),
  ])
  if (!autopayment) {
    const rule = String((await postedFields(context)).get('rule') ?? '')
    return { id, rule, about: null, cards, prefill: { day: '', amount: '', limit: '', paymentMethod: '' } }
  }
  const { account, rule, day, amount, limit, paymentMethod } = autopayment
  return {
    id,
    rule,
    about: { account, rule: ruleInWords(autopayment) },
    cards,
    prefill: {
      day: String(day ?? ''),
      amount: amount ? inForms(amount) : '',
      limit: inForms(limit),
      paymentMethod: paymentMethod ?? '',
    },
  }
}

const choosesCard = async ({ baseData }: AppLoadContext) =>
  hasFeature(await baseData.current(), 'autopayment-card')

const loadCards = async (api: Api, context: AppLoadContext) => {
  if (!(await choosesCard(context))) return []
  return (await api.loadIfPossible('savedMethods', {}))?.data.map(viewOfCard) ?? null
}

export const action = async ({ request, context, params: { id = '' } }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const fields = await postedFields(context)
  return submitForm({ request, context }, changeAutopaymentForm(fields.get('rule')), {
    async call({ paymentMethod, ...sums }) {
      const card = (await choosesCard(context)) ? { paymentMethod } : {}
      return api.submit('changeAutopayment', { id, body: { ...sums, ...card } })
    },
    next: { message: 'Автоплатёж изменён', to: paths.autopayments },
  })
}

export default function ChangeAutopaymentPage() {
  return <ChangeAutopayment {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleWithAccount('Изменить автоплатёж', args.data?.about), args)
