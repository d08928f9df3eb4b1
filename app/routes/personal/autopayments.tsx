import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { AutopaymentList } from '~/features/autopayments/autopayment-list'
import { viewOfAutopayment, viewOfCard } from '~/features/autopayments/autopayment-view'
import { setStatusForm, unlinkCardForm, unlinkQuestion } from '~/features/autopayments/autopayments.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { submitForm } from '~/server/forms/submit-form.server'
import { type Api, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { hasFeature } from '~/server/upstream/features.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const [lists, methods, base] = await Promise.all([
    loadBesideForm(context, loadAutopayments(api)),
    api.loadIfPossible('savedMethods', {}),
    context.baseData.current(),
  ])
  const cards = methods?.data.map(viewOfCard) ?? null
  const canChoose = hasFeature(base, 'autopayment-card') && cards !== null
  const hasCards = canChoose && cards.length > 0
  const { timeZone } = context.config
  return {
    autopayments:
      lists?.autopayments.map((one) => viewOfAutopayment(one, lists.accounts, { timeZone, hasCards })) ??
      null,
    cards,
    canReplace: canChoose && cards.length > 1,
  }
}

const loadAutopayments = async (api: Api) => {
  const [{ data: autopayments }, { data: accounts }] = await Promise.all([
    api.load('autopayments', {}),
    api.load('accounts', { query: {} }),
  ])
  return { autopayments, accounts }
}

export const action = async (args: ActionFunctionArgs) => {
  const fields = await postedFields(args.context)
  return fields.get('intent') === unlinkCardForm.name ? unlinkCard(args) : setStatus(args)
}

const setStatus = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, setStatusForm, {
    call: ({ id, status }) => api.submit('changeAutopayment', { id, body: { status } }),
    next: ({ status }) => ({
      message:
        status === 'paused'
          ? 'Автоплатёж приостановлен: списаний не будет, пока вы его не возобновите'
          : 'Автоплатёж возобновлён',
    }),
  })
}

const unlinkCard = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, unlinkCardForm, {
    async call({ paymentMethod: id, confirmed }) {
      const question = confirmed ? null : await unlinkQuestion(api, id)
      if (question) return { ok: false as const, failure: question }
      const result = await api.submit('deleteSavedMethod', { id })
      if (result.ok) return { ok: true as const, answer: 'unlinked' as const }
      const isGone = result.failure.kind === 'missing' && (await isUnlinked(api, id))
      return isGone ? { ok: true as const, answer: 'gone' as const } : result
    },
    next: ({ kind }, outcome) => {
      const message = unlinkMessages[kind][outcome]
      return outcome === 'gone' ? { message, type: 'info' } : { message, stays: true }
    },
  })
}

const unlinkMessages = {
  card: { gone: 'Эта карта уже отвязана', unlinked: 'Карта отвязана: списаний с неё больше не будет' },
  sbp: {
    gone: 'Этот банковский счёт уже отвязан',
    unlinked: 'Банковский счёт отвязан: списаний с него больше не будет',
  },
} as const

/** Whether the card is certainly unlinked, for example by an earlier submit of the same form. */
const isUnlinked = async (api: Api, id: string) => {
  const methods = await api.submit('savedMethods', {})
  return methods.ok && methods.answer.data.every((method) => method.id !== id)
}

export default function AutopaymentsPage() {
  return <AutopaymentList {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Автоплатежи', args)
