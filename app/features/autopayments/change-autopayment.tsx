import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { changeAutopaymentForm } from './change-autopayment-form.server'
import { AmountField, DayField, LimitField } from './rule-fields'

interface ChangeAutopaymentProps {
  id: string
  rule: string
  /** The autopayment in words; null: it could not be loaded. */
  about: { account: string; rule: string } | null
  prefill: { day: string; amount: string; limit: string }
  reply: FormReply | undefined
}

/** The form that changes an autopayment: its limit, and for a monthly one its day and amount. */
export function ChangeAutopayment({ id, rule, about, prefill, reply }: ChangeAutopaymentProps) {
  const isMonthly = rule === 'monthly'
  const names = isMonthly ? (['day', 'amount', 'limit'] as const) : (['limit'] as const)
  const form = usePostForm<ReturnType<typeof changeAutopaymentForm>>(
    'change-autopayment',
    names,
    reply,
    prefill,
  )
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
