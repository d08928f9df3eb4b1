import { Form } from '@remix-run/react'
import { formatRubles } from 'format/money'
import { useEffect, useRef, useState } from 'react'
import { Amount } from '~/ui/amount/amount'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { Field } from '~/ui/field/field'
import { Panel } from '~/ui/panel/panel'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import type { Control, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import styles from './basket.module.css'
import type { basketForm } from './basket-form.server'
import {
  isTicked,
  PART_PREFIX,
  type PartField,
  partField,
  SEEN_PREFIX,
  SHOWN_TOTAL,
  sumOfParts,
  TICK_PREFIX,
} from './basket-part'
import type { PartView } from './basket-view'
import { CardChoice } from './card-choice'
import type { CardView } from './card-view'
import { PayAnew } from './pay-anew'
import { PayButton, SeenBalance } from './payment-fields'

type BasketForm = ReturnType<typeof usePostForm<ReturnType<typeof basketForm>, PartField>>

export interface PayPartsProps {
  parts: readonly PartView[]
  methods: readonly CardView[]
  /** The saved cards could not be loaded. */
  lacksMethods: boolean
  idempotencyKey: string
  form: BasketForm
  action: string
}

/** The payment itself: how much for each account, and by which card. */
export function PayParts({ parts, methods, lacksMethods, idempotencyKey, form, action }: PayPartsProps) {
  const [total, setTotal] = useState(() =>
    sumOfParts(
      parts.map((part, index) => (part.isTicked ? (form.control(partField(index)).defaultValue ?? '') : '')),
    ),
  )
  const element = useRef<HTMLFormElement>(null)

  useEffect(() => {
    // What was typed before the scripts came is kept, and no event tells of it.
    if (element.current) setTotal(totalOf(element.current))
  }, [])

  return (
    <Panel title="К оплате">
      <Form
        {...form.attributes}
        ref={element}
        action={action}
        onInput={({ currentTarget }) => setTotal(totalOf(currentTarget))}
      >
        <input type="hidden" name="intent" value="pay" />
        <IdempotencyKey posted={form.control('idempotencyKey').defaultValue} minted={idempotencyKey} />
        <input type="hidden" name={SHOWN_TOTAL} value={total ?? ''} />
        <Stack>
          <ul className={styles.parts}>
            {parts.map((part, index) => (
              <Part key={part.account} part={part} control={form.control(partField(index))} />
            ))}
          </ul>
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
            <p>Итог здесь не пересчитается: банк спишет то, что отмечено.</p>
          </noscript>
          <CardChoice
            method={form.control('paymentMethod')}
            saveMethod={form.control('saveMethod')}
            methods={methods}
            lacksMethods={lacksMethods}
          />
          <div className={styles.pay}>
            <PayButton offersSavedCards={methods.length > 0} />
          </div>
          <p hidden className={styles.otherChoice}>
            Отмечено другое: нажмите «Рассчитать».
          </p>
        </Stack>
      </Form>
    </Panel>
  )
}

const totalOf = (form: HTMLFormElement) => {
  const fields = new FormData(form)
  return sumOfParts(
    [...fields].flatMap(([name, value]) =>
      name.startsWith(PART_PREFIX) &&
      typeof value === 'string' &&
      isTicked(name.slice(PART_PREFIX.length), fields)
        ? [value]
        : [],
    ),
  )
}

interface PartProps {
  part: PartView
  control: Control
}

function Part({
  part: { account, name, shortName, isTicked: ticked, hint, seenBalance },
  control,
}: PartProps) {
  return (
    <li className={styles.part}>
      <SeenBalance name={SEEN_PREFIX + account} balance={seenBalance} />
      <Checkbox
        id={`${control.id}-tick`}
        name={TICK_PREFIX + account}
        label={
          <>
            {shortName}
            <span className={styles.fact}>{hint}</span>
          </>
        }
        defaultChecked={ticked}
      />
      <Field
        {...control}
        name={PART_PREFIX + account}
        label={<VisuallyHidden>{name}, ₽</VisuallyHidden>}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
      />
    </li>
  )
}

interface PayAllTheSameProps {
  form: BasketForm
  parts: readonly PartView[]
  action: string
}

/** The answer to the question: pay all the same, with everything as it was typed. */
export function PayAllTheSame({ form, parts, action }: PayAllTheSameProps) {
  const typed = parts.flatMap((part, index) =>
    part.isTicked ? [{ ...part, amount: form.control(partField(index)).defaultValue ?? '' }] : [],
  )
  const total = sumOfParts(typed.map(({ amount }) => amount))
  return (
    <PayAnew
      action={action}
      values={{
        ...Object.fromEntries(typed.map(({ account, amount }) => [PART_PREFIX + account, amount])),
        ...Object.fromEntries(
          typed.map(({ account, currentBalance }) => [SEEN_PREFIX + account, currentBalance]),
        ),
        paymentMethod: form.control('paymentMethod').defaultValue,
        saveMethod: form.control('saveMethod').defaultValue,
        idempotencyKey: form.control('idempotencyKey').defaultValue,
      }}
    >
      {`Всё равно заплатить${total === null ? '' : ` ${formatRubles(total)}`}`}
    </PayAnew>
  )
}
