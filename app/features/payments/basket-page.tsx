import { useLocation } from '@remix-run/react'
import { useRef, useState } from 'react'
import { FirstAccount } from '~/layouts/first-account'
import { paths } from '~/paths'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import styles from './basket.module.css'
import type { basketForm } from './basket-form.server'
import { byPayee, type PartField, partField, sumOfParts } from './basket-part'
import type { PreviewView } from './basket-view'
import {
  ChooseAccounts,
  type ChooseAccountsProps,
  isChoiceChanged,
  RefusedChoiceSummary,
} from './choose-accounts'
import { ConfirmBasket, type CountedParts, PayParts, type PayPartsProps } from './pay-parts'
import { CONFIRM_REQUIRED, Continue, NEW_METHOD } from './payment-fields'

export const BASKET_TITLE = 'Оплата нескольких лицевых счетов'

interface BasketPageProps
  extends Omit<ChooseAccountsProps, 'isFolded' | 'element'>,
    Pick<
      PayPartsProps,
      'left' | 'severalPayees' | 'methods' | 'lacksMethods' | 'kinds' | 'words' | 'idempotencyKey'
    > {
  /** The query of the address with this choice. */
  query: string
  /** The common beginning of all addresses of a long list; null if there is none. */
  addressStart: string | null
  /** The parts to pay; null while nothing is chosen, and if the choice was refused. */
  shown: PreviewView | null
  reply: FormReply | undefined
}

/** One payment for several accounts: which ones, then how much for each. */
export function BasketPage({
  query,
  addressStart,
  choices,
  leftOut,
  amount,
  amountPattern,
  refused,
  shown,
  left,
  severalPayees,
  methods,
  lacksMethods,
  kinds,
  words,
  idempotencyKey,
  reply,
  follow,
}: BasketPageProps) {
  const { search } = useLocation()
  const choice = useRef<HTMLFormElement>(null)
  const parts = shown?.parts ?? []
  const prefilled = parts.map(({ account, amount: part }) => `${account} ${part}`).join()
  const form = usePostForm<ReturnType<typeof basketForm>, PartField>(
    'pay',
    [
      ...parts.map((_, index) => partField(index)),
      'paymentMethod',
      ...(kinds.length > 0 ? (['kind'] as const) : []),
      'saveMethod',
    ],
    reply,
    {
      ...Object.fromEntries(parts.map((part, index) => [partField(index), part.amount])),
      paymentMethod: NEW_METHOD,
    },
  )
  const { pendingPayment, details = [], groups } = form.reply ?? {}
  const isAsked = form.reply?.code === CONFIRM_REQUIRED
  const action = `${paths.paySeveral()}?${query}`
  // Other parts or prefilled amounts get new fields: nothing typed before may be sent with them.
  const fields = `${query} ${prefilled}`
  const [counted, setCounted] = useState<CountedParts | null>(null)
  const placed = parts.map((part, index) => ({
    ...part,
    // An API may name several payees only when the payment begins.
    payee: groups ? `${groups.findIndex((group) => group.includes(part.account)) + 1}` : part.payee,
    control: form.control(partField(index)),
  }))
  const payees = byPayee(placed).map((own) => ({
    parts: own,
    sum: sumOfParts(
      own.map(({ account, isTicked, control }) =>
        counted?.fields === fields
          ? (counted.typed.get(account) ?? '')
          : (isTicked && control.defaultValue) || '',
      ),
    ),
  }))
  const total = payees.reduce<number | null>(
    (all, { sum }) => (all === null || sum === null ? null : all + sum),
    0,
  )
  return (
    <>
      <FormOutcome forms={[form]} {...(isAsked && { question: words.question })}>
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
            {pendingPayment && <Continue step={pendingPayment.step} to={pendingPayment.to} kind="primary" />}
            <ConfirmBasket form={form} total={total} action={action} pendingText={words.pending} />
          </Stack>
        )}
      </FormOutcome>
      {refused && <RefusedChoiceSummary refused={refused} hasFields={choices.length > 0} />}
      <PageHeading
        title={BASKET_TITLE}
        {...(addressStart && { lead: `Все адреса начинаются с «${addressStart}».` })}
      />
      <Stack narrow>
        {choices.length === 0 && parts.length === 0 ? (
          <NothingToChoose isNothingOwed={leftOut !== null} />
        ) : (
          <ChooseAccounts
            // Another address is another choice.
            key={`choose${search}`}
            element={choice}
            choices={choices}
            leftOut={leftOut}
            amount={amount}
            amountPattern={amountPattern}
            refused={refused}
            isFolded={parts.length > 0}
            follow={follow}
          />
        )}
        {parts.length > 0 && (
          <PayParts
            key={`pay${search}`}
            fields={fields}
            payees={payees}
            left={left}
            severalPayees={severalPayees}
            total={total}
            onCount={setCounted}
            isAsked={isAsked}
            hasScripts={counted !== null}
            isChoiceChanged={() => isChoiceChanged(choice.current)}
            methods={methods}
            lacksMethods={lacksMethods}
            kinds={kinds}
            words={words}
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
