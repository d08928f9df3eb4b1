import { Form, useLocation } from '@remix-run/react'
import { formatRubles } from 'format/money'
import { type FormEvent, useState } from 'react'
import { paths } from '~/paths'
import { Amount } from '~/ui/amount/amount'
import { Button, ButtonLink } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field } from '~/ui/field/field'
import { MissingPart } from '~/ui/missing-part/missing-part'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { RadioGroup } from '~/ui/radio-group/radio-group'
import { Stack } from '~/ui/stack/stack'
import styles from './basket.module.css'
import type { basketForm } from './basket-form.server'
import { PART_PREFIX, type PartField, partField, SEEN_PREFIX, sumOfParts } from './basket-part'
import type { AccountToChoose, PartView, PreviewView, RefusedChoice } from './basket-view'
import { PayAnew } from './pay-anew'
import { CONFIRM_REQUIRED, NEW_CARD, PayButton } from './payment-fields'

export const BASKET_TITLE = 'Оплата нескольких счетов'

type BasketForm = ReturnType<typeof usePostForm<ReturnType<typeof basketForm>, PartField>>

interface BasketPageProps {
  choices: readonly AccountToChoose[]
  /** How many accounts without a debt are left out of the choice. */
  left: number
  /** As typed. */
  amount: string
  refused: RefusedChoice | null
  /** What is to be paid; null while nothing is chosen, and where the choice was refused. */
  shown: PreviewView | null
  methods: readonly { value: string; title: string; hint: string | null }[]
  /** The saved cards could not be loaded. */
  lacksMethods: boolean
  idempotencyKey: string
  reply: FormReply | undefined
}

/** One payment for several accounts: which ones, then how much for each. */
export function BasketPage(props: BasketPageProps) {
  const { choices, left, amount, refused, shown, idempotencyKey, reply } = props
  // Another choice is another form: nothing typed for the first may go with it.
  const { pathname, search } = useLocation()
  const parts = shown?.parts ?? []
  const form = usePostForm<ReturnType<typeof basketForm>, PartField>(
    'pay',
    [...parts.map((_, index) => partField(index)), 'paymentMethod', 'saveMethod', 'idempotencyKey'],
    reply,
    {
      ...Object.fromEntries(parts.map((part, index) => [partField(index), part.amount])),
      paymentMethod: NEW_CARD.value,
      idempotencyKey,
    },
  )
  const isAsked = form.reply?.code === CONFIRM_REQUIRED
  const action = pathname + search
  return (
    <>
      <FormOutcome forms={[form]} {...(isAsked && { question: 'Заплатить ещё раз?' })}>
        {isAsked && <PayAllTheSame form={form} parts={parts} action={action} />}
      </FormOutcome>
      {refused && <Refused refused={refused} />}
      <PageHeading
        title={BASKET_TITLE}
        lead="Одним платежом: банк спишет всё сразу, а каждый счёт получит свою часть."
      />
      <Stack narrow>
        {choices.length === 0 && parts.length === 0 ? (
          <NothingToChoose isNothingOwed={left > 0} />
        ) : (
          <ChooseAccounts
            key={`choose${search}`}
            choices={choices}
            left={left}
            amount={amount}
            refused={refused}
          />
        )}
        {parts.length > 0 && <PayParts key={`pay${search}`} {...props} form={form} action={action} />}
        {shown && parts.length === 0 && <p className={styles.nothing}>По выбранным счетам долга нет.</p>}
        {shown?.withoutDebt && <p>{shown.withoutDebt}</p>}
      </Stack>
    </>
  )
}

const AMOUNT_ID = 'choose-amount'
const accountId = (index: number) => `choose-account-${index}`

function Refused({ refused: { amount, accounts, words, groups } }: { refused: RefusedChoice }) {
  const errors = [
    ...words.map((text) => ({ text })),
    ...accounts.map((text) => ({ text, fieldId: accountId(0) })),
    ...amount.map((text) => ({ text, fieldId: AMOUNT_ID })),
  ]
  return (
    <ErrorSummary errors={errors} answer={errors}>
      {groups.length > 0 && (
        <Stack gap="small">
          {groups.map(({ text, to }, index) => (
            <ButtonLink key={to} to={to} kind={index === 0 ? 'primary' : 'secondary'}>
              {text}
            </ButtonLink>
          ))}
        </Stack>
      )}
    </ErrorSummary>
  )
}

/** A GET form: a choice of accounts has an address of its own. */
function ChooseAccounts({
  choices,
  left,
  amount,
  refused,
}: Pick<BasketPageProps, 'choices' | 'left' | 'amount' | 'refused'>) {
  return (
    <Form method="get" action={paths.paySeveral()} className={styles.choose} noValidate>
      <fieldset className={styles.accounts}>
        <legend className={styles.legend}>За какие счета заплатить</legend>
        {left > 0 && (
          <p>
            Показаны счета с долгом: {choices.length} из {choices.length + left}.
          </p>
        )}
        {choices.map(({ account, name, facts, isChosen }, index) => (
          <Checkbox
            key={account}
            id={accountId(index)}
            name="account"
            value={account}
            label={name}
            hint={facts.map((fact) => (
              <span key={fact} className={styles.fact}>
                {fact}
              </span>
            ))}
            defaultChecked={isChosen}
            // The words are about the choice as a whole: the summary leads to its first account.
            errors={index === 0 ? refused?.accounts : undefined}
          />
        ))}
      </fieldset>
      <Field
        id={AMOUNT_ID}
        name="amount"
        label="Сколько заплатить всего, ₽"
        hint="Если не указать, посчитаем весь долг. Если указать меньше, сначала закроем самые старые долги"
        optional
        width="short"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        defaultValue={amount}
        errors={refused?.amount}
      />
      <div>
        <Button kind="secondary">Рассчитать</Button>
      </div>
    </Form>
  )
}

interface PayPartsProps
  extends Pick<BasketPageProps, 'shown' | 'methods' | 'lacksMethods' | 'idempotencyKey'> {
  form: BasketForm
  action: string
}

function PayParts({ shown, methods, lacksMethods, idempotencyKey, form, action }: PayPartsProps) {
  const parts = shown?.parts ?? []
  const method = form.control('paymentMethod')
  const { defaultValue: ticked, ...saveMethod } = form.control('saveMethod')
  const [total, setTotal] = useState(() =>
    sumOfParts(parts.map((_, index) => form.control(partField(index)).defaultValue ?? '')),
  )
  const countAnew = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const typed = [...new FormData(currentTarget)].flatMap(([name, value]) =>
      name.startsWith(PART_PREFIX) && typeof value === 'string' ? [value] : [],
    )
    setTotal(sumOfParts(typed))
  }
  return (
    <Panel title="К оплате">
      <Form {...form.attributes} action={action} onInput={countAnew}>
        <input type="hidden" name="intent" value="pay" />
        <input
          type="hidden"
          name="idempotencyKey"
          value={form.control('idempotencyKey').defaultValue ?? idempotencyKey}
        />
        <Stack>
          {parts.map((part, index) => (
            <Part key={part.account} part={part} control={form.control(partField(index))} />
          ))}
          <p className={styles.total}>
            <span>Всего</span>{' '}
            {total === null ? (
              <span>проверьте суммы</span>
            ) : (
              <Amount size="large" tone="due">
                {formatRubles(total)}
              </Amount>
            )}
          </p>
          <noscript>
            <p className={styles.soft}>Если измените суммы, новый итог покажет страница банка.</p>
          </noscript>
          {methods.length > 0 && (
            <RadioGroup
              {...method}
              defaultValue={method.defaultValue ?? NEW_CARD.value}
              label="Чем платить"
              options={[NEW_CARD, ...methods]}
            />
          )}
          {lacksMethods && <MissingPart what="сохранённые карты" />}
          <Checkbox
            {...saveMethod}
            label="Сохранить карту для следующих платежей"
            hint="Только для новой карты. Отвязать её можно в любой момент"
            defaultChecked={ticked !== undefined}
          />
          <PayButton />
        </Stack>
      </Form>
    </Panel>
  )
}

interface PartProps {
  part: PartView
  control: ReturnType<BasketForm['control']>
}

function Part({ part: { account, name, hint, seenBalance }, control }: PartProps) {
  return (
    <>
      <input type="hidden" name={SEEN_PREFIX + account} value={seenBalance} />
      <Field
        {...control}
        name={PART_PREFIX + account}
        label={`${name}, ₽`}
        hint={hint}
        width="short"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
      />
    </>
  )
}

interface PayAllTheSameProps {
  form: BasketForm
  parts: readonly PartView[]
  action: string
}

/** The answer to the question: pay all the same, with everything as it was typed. */
function PayAllTheSame({ form, parts, action }: PayAllTheSameProps) {
  const typed = parts.map(({ account }, index) => ({
    account,
    amount: form.control(partField(index)).defaultValue ?? '',
  }))
  const total = sumOfParts(typed.map(({ amount }) => amount))
  return (
    <PayAnew
      action={action}
      values={{
        ...Object.fromEntries(typed.map(({ account, amount }) => [PART_PREFIX + account, amount])),
        ...Object.fromEntries(parts.map(({ account, seenBalance }) => [SEEN_PREFIX + account, seenBalance])),
        paymentMethod: form.control('paymentMethod').defaultValue,
        saveMethod: form.control('saveMethod').defaultValue,
        idempotencyKey: form.control('idempotencyKey').defaultValue,
      }}
    >
      {`Всё равно заплатить${total === null ? '' : ` ${formatRubles(total)}`}`}
    </PayAnew>
  )
}

function NothingToChoose({ isNothingOwed }: { isNothingOwed: boolean }) {
  if (isNothingOwed) return <p className={styles.nothing}>По всем счетам долга нет.</p>
  return (
    <EmptyState
      icon="house"
      title="Добавьте первый лицевой счёт"
      action={
        <ButtonLink to={paths.addAccount} icon="plus">
          Добавить счёт
        </ButtonLink>
      }
    >
      После этого его можно будет оплатить здесь. Понадобится номер из квитанции.
    </EmptyState>
  )
}
