import { useLocation } from '@remix-run/react'
import { FirstAccount } from '~/layouts/first-account'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import styles from './basket.module.css'
import type { basketForm } from './basket-form.server'
import { type PartField, partField } from './basket-part'
import type { PreviewView } from './basket-view'
import { Continue } from './begun-payments'
import { ChooseAccounts, type ChooseAccountsProps, RefusedChoiceSummary } from './choose-accounts'
import { PayAllTheSame, PayParts, type PayPartsProps } from './pay-parts'
import { CONFIRM_REQUIRED, NEW_CARD } from './payment-fields'

export const BASKET_TITLE = 'Оплата нескольких лицевых счетов'

interface BasketPageProps
  extends Omit<ChooseAccountsProps, 'isFolded'>,
    Pick<PayPartsProps, 'methods' | 'lacksMethods' | 'idempotencyKey'> {
  /** What is to be paid; null while nothing is chosen, and where the choice was refused. */
  shown: PreviewView | null
  reply: FormReply | undefined
}

/** One payment for several accounts: which ones, then how much for each. */
export function BasketPage({
  choices,
  leftOut,
  amount,
  refused,
  shown,
  methods,
  lacksMethods,
  idempotencyKey,
  reply,
}: BasketPageProps) {
  // Another choice or prefilled amount is another form: nothing of the first may go with it.
  const { pathname, search } = useLocation()
  const parts = shown?.parts ?? []
  const prefilled = parts.map(({ account, amount: part }) => `${account} ${part}`).join()
  const form = usePostForm<ReturnType<typeof basketForm>, PartField>(
    'pay',
    [...parts.map((_, index) => partField(index)), 'paymentMethod', 'saveMethod'],
    reply,
    {
      ...Object.fromEntries(parts.map((part, index) => [partField(index), part.amount])),
      paymentMethod: NEW_CARD.value,
    },
  )
  const { begun, details = [] } = form.reply ?? {}
  const isAsked = form.reply?.code === CONFIRM_REQUIRED
  const action = pathname + search
  return (
    <>
      <FormOutcome forms={[form]} {...(isAsked && { question: 'Заплатить ещё раз?' })}>
        {isAsked && details.length > 0 && (
          <Disclosure summary="По каким лицевым счетам">
            <ul>
              {details.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Disclosure>
        )}
        {isAsked && (
          <Stack direction="row">
            {begun && <Continue step={begun.step} to={begun.to} kind="primary" />}
            <PayAllTheSame form={form} parts={parts} action={action} />
          </Stack>
        )}
      </FormOutcome>
      {refused && <RefusedChoiceSummary refused={refused} hasFields={choices.length > 0} />}
      <PageHeading title={BASKET_TITLE} />
      <Stack narrow>
        {choices.length === 0 && parts.length === 0 ? (
          <NothingToChoose isNothingOwed={leftOut !== null} />
        ) : (
          <ChooseAccounts
            key={`choose${search}`}
            choices={choices}
            leftOut={leftOut}
            amount={amount}
            refused={refused}
            isFolded={parts.length > 0}
          />
        )}
        {parts.length > 0 && (
          <PayParts
            key={`pay${search} ${prefilled}`}
            parts={parts}
            methods={methods}
            lacksMethods={lacksMethods}
            idempotencyKey={idempotencyKey}
            form={form}
            action={action}
          />
        )}
        {shown && parts.length === 0 && (
          <p className={styles.nothing}>По выбранным лицевым счетам долга нет.</p>
        )}
        {shown?.withoutDebt && <p>{shown.withoutDebt}</p>}
      </Stack>
    </>
  )
}

function NothingToChoose({ isNothingOwed }: { isNothingOwed: boolean }) {
  if (isNothingOwed) return <p className={styles.nothing}>По всем лицевым счетам долга нет.</p>
  return <FirstAccount>После этого его можно будет оплатить здесь.</FirstAccount>
}
