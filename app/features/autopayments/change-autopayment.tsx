import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { MissingPart } from '~/ui/missing-part/missing-part'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { RadioGroup } from '~/ui/radio-group/radio-group'
import { Stack } from '~/ui/stack/stack'
import type { CardView } from './autopayment-view'
import type { changeAutopaymentForm } from './change-autopayment-form.server'
import { AmountField, DayField, LimitField } from './rule-fields'

interface ChangeAutopaymentProps {
  id: string
  rule: string
  /** The autopayment in words; null: it could not be loaded. */
  about: { account: string; rule: string } | null
  prefill: { day: string; amount: string; limit: string; paymentMethod: string }
  /** The saved cards to choose from; empty where none can be chosen, null: they could not be loaded. */
  cards: readonly CardView[] | null
  reply: FormReply | undefined
}

/** The form that changes an autopayment: its limit and card, and for a monthly one its day and amount. */
export function ChangeAutopayment({ id, rule, about, prefill, cards, reply }: ChangeAutopaymentProps) {
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
