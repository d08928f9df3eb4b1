import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { amountForInput } from 'format/money'
import { pageMeta } from '~/document/page-meta'
import { ruleInWords, viewOfCard } from '~/features/autopayments/autopayment-view'
import { changeAutopaymentForm, findAutopayment } from '~/features/autopayments/autopayments.server'
import { AmountField, DayField, LimitField } from '~/features/autopayments/rule-fields'
import { titleWithAccount } from '~/layouts/page-account'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { submitForm } from '~/server/forms/submit-form.server'
import { type Api, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { hasFeature } from '~/server/upstream/features.server'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { RadioGroup } from '~/ui/radio-group/radio-group'
import { Stack } from '~/ui/stack/stack'
import { MissingPart } from '~/ui/warning/warning'

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
      amount: amount ? amountForInput(amount) : '',
      limit: amountForInput(limit),
      paymentMethod: paymentMethod ?? '',
    },
  }
}

const canChooseCard = async ({ baseData }: AppLoadContext) =>
  hasFeature(await baseData.current(), 'autopayment-card')

const loadCards = async (api: Api, context: AppLoadContext) => {
  if (!(await canChooseCard(context))) return []
  return (await api.loadIfPossible('savedMethods', {}))?.data.map(viewOfCard) ?? null
}

export const action = async ({ request, context, params: { id = '' } }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const fields = await postedFields(context)
  return submitForm({ request, context }, changeAutopaymentForm(fields.get('rule')), {
    async call({ paymentMethod, ...sums }) {
      const card = (await canChooseCard(context)) ? { paymentMethod } : {}
      return api.submit('changeAutopayment', { id, body: { ...sums, ...card } })
    },
    next: { message: 'Автоплатёж изменён', to: paths.autopayments },
  })
}

/** The form that changes an autopayment: its limit and card, and for a monthly one its day and amount. */
export default function ChangeAutopaymentPage() {
  const { id, rule, about, prefill, cards } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const isMonthly = rule === 'monthly'
  const names = [
    ...(isMonthly ? (['day', 'amount'] as const) : []),
    'limit' as const,
    ...(cards?.length ? (['paymentMethod'] as const) : []),
  ]
  const form = usePostForm<ReturnType<typeof changeAutopaymentForm>>(
    'change-autopayment',
    names,
    reply,
    prefill,
  )
  const card = form.control('paymentMethod')
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading
        title="Изменить автоплатёж"
        lead={about && `Лицевой счёт ${about.account}. ${about.rule}`}
        back={{ to: paths.autopayments, text: 'Автоплатежи' }}
      />
      <Stack narrow>
        <Form {...form.attributes} action={paths.changeAutopayment(id)}>
          <input type="hidden" name="rule" value={rule} />
          <Stack>
            {isMonthly && <DayField control={form.control('day')} />}
            {isMonthly && <AmountField control={form.control('amount')} />}
            <LimitField control={form.control('limit')} />
            {!cards && <MissingPart what="сохранённые карты" />}
            {cards && cards.length > 0 && (
              <RadioGroup
                {...card}
                label={
                  cards.some(({ kind }) => kind === 'sbp') ? 'Откуда списывать' : 'С какой карты списывать'
                }
                hint="Действует со следующего списания"
                options={cards.map(({ id: value, title, expiry }) => ({ value, title, hint: expiry }))}
              />
            )}
            <Stack direction="row">
              <SubmitButton action={paths.changeAutopayment(id)} pendingText="Сохраняем…">
                Сохранить
              </SubmitButton>
              <ButtonLink kind="secondary" to={paths.autopayments}>
                Не менять
              </ButtonLink>
            </Stack>
          </Stack>
        </Form>
      </Stack>
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleWithAccount('Изменить автоплатёж', args.data?.about), args)
