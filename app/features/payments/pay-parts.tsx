import { Form } from '@remix-run/react'
import { formatRubles } from 'format/money'
import { useEffect, useRef } from 'react'
import type { KindView } from '~/layouts/kind-choice'
import { Amount } from '~/ui/amount/amount'
import { SubmitButton } from '~/ui/button/submit-button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { DecimalField } from '~/ui/field/field'
import { Panel } from '~/ui/panel/panel'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import type { Control, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import styles from './basket.module.css'
import type { basketForm } from './basket-form.server'
import {
  CURRENT_PREFIX,
  DISPLAYED_PREFIX,
  isTicked,
  PART_PREFIX,
  PAYEE_PREFIX,
  type PartField,
  SHOWN_TOTAL,
  TICK_PREFIX,
} from './basket-part'
import type { PartView } from './basket-view'
import { CardChoice, type CardView } from './card-choice'
import type { PayingWords } from './paying-words.server'
import { DisplayedBalance, PayButton } from './payment-fields'

type BasketForm = ReturnType<typeof usePostForm<ReturnType<typeof basketForm>, PartField>>

export interface CountedParts {
  /** The form's `fields`. */
  fields: string
  /** The ticked amounts as typed, by account number. */
  typed: ReadonlyMap<string, string>
}

export interface PayPartsProps {
  /** Changes with the parts and their prefilled amounts. */
  fields: string
  /** `sum`: of the ticked amounts, kopecks; null if an amount is invalid. */
  payees: readonly { parts: readonly (PartView & { control: Control })[]; sum: number | null }[]
  /** In a series: how many payments are left. */
  left: string | null
  /** How several payees are paid. */
  severalPayees: string
  /** Of all payees. */
  total: number | null
  onCount: (counted: CountedParts) => void
  /** Whether the page shows the question before the payment. */
  isAsked: boolean
  /** Whether scripts run: they load another choice at once, and the fields stay until then. */
  hasScripts: boolean
  /** Whether another choice is not loaded yet: until then the form can't be sent. */
  isChoiceChanged: () => boolean
  methods: readonly CardView[]
  /** The saved cards could not be loaded. */
  lacksMethods: boolean
  kinds: readonly KindView[]
  words: PayingWords
  idempotencyKey: string
  form: BasketForm
  action: string
}

/** The payment itself: how much for each account, and by which card. */
export function PayParts({
  fields,
  payees,
  left,
  severalPayees,
  total,
  onCount,
  isAsked,
  hasScripts,
  isChoiceChanged,
  methods,
  lacksMethods,
  kinds,
  words,
  idempotencyKey,
  form,
  action,
}: PayPartsProps) {
  const element = useRef<HTMLFormElement>(null)
  const isSplit = payees.length > 1

  useEffect(() => {
    // The browser keeps what was typed before the scripts ran, without an event.
    if (element.current) onCount({ fields, typed: tickedIn(element.current) })
  }, [fields, onCount])

  return (
    <Panel title={left ?? 'К оплате'}>
      <Form
        {...form.attributes}
        ref={element}
        action={action}
        onInput={({ currentTarget }) => onCount({ fields, typed: tickedIn(currentTarget) })}
        onSubmit={(event) => {
          if (isChoiceChanged()) event.preventDefault()
        }}
      >
        <input type="hidden" name="intent" value="pay" />
        <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} newKey={idempotencyKey} />
        <input type="hidden" name={SHOWN_TOTAL} value={total ?? ''} />
        <p className={styles.otherChoice}>Выбор изменился: нажмите «Рассчитать».</p>
        <div className={hasScripts ? undefined : styles.payable}>
          <Stack>
            {isSplit && <p>{severalPayees}</p>}
            {payees.map(({ parts, sum }, index) => (
              <Stack gap="small" key={`${fields} ${parts[0]?.account}`}>
                {isSplit && <h3>{payeeName(parts[0]?.payee ?? '')}</h3>}
                <ul className={styles.parts}>
                  {parts.map((part) => (
                    <Part key={part.account} part={part} control={part.control} isAsked={isAsked} />
                  ))}
                </ul>
                {isSplit &&
                  parts.map(({ account, payee }) => (
                    <input key={account} type="hidden" name={PAYEE_PREFIX + account} value={payee} />
                  ))}
                {isSplit && (
                  <p className={styles.payeeSum}>
                    Платёж {index + 1} из {payees.length}:{' '}
                    {sum === null ? 'проверьте суммы' : formatRubles(sum)}
                  </p>
                )}
              </Stack>
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
              <p>{words.fixedTotal}</p>
            </noscript>
            <CardChoice
              method={form.control('paymentMethod')}
              kind={form.control('kind')}
              saveMethod={form.control('saveMethod')}
              methods={methods}
              lacksMethods={lacksMethods}
              kinds={kinds}
              words={words}
            />
            <div className={styles.payable}>
              <PayButton words={words} />
            </div>
          </Stack>
        </div>
      </Form>
    </Panel>
  )
}

/** `payee` is its number, then its name if known. */
const payeeName = (payee: string) => payee.replace(/^\d+ ?/, '') || `Получатель ${payee}`

const tickedIn = (form: HTMLFormElement) => {
  const fields = new FormData(form)
  return new Map(
    [...fields].flatMap(([name, value]) => {
      const account = name.slice(PART_PREFIX.length)
      return name.startsWith(PART_PREFIX) && typeof value === 'string' && isTicked(account, fields)
        ? [[account, value] as const]
        : []
    }),
  )
}

interface PartProps {
  part: PartView
  control: Control
  isAsked: boolean
}

function Part({
  part: { account, name, shortName, isTicked: ticked, hint, displayedBalance, currentBalance },
  control,
  isAsked,
}: PartProps) {
  return (
    <li className={styles.part}>
      <DisplayedBalance name={DISPLAYED_PREFIX + account} balance={displayedBalance} />
      {isAsked && <input type="hidden" name={CURRENT_PREFIX + account} value={currentBalance} />}
      <Checkbox
        id={`${control.id}-tick`}
        name={TICK_PREFIX + account}
        label={
          <>
            {shortName} <span className={styles.fact}>{hint}</span>
          </>
        }
        defaultChecked={ticked}
      />
      <DecimalField
        {...control}
        name={PART_PREFIX + account}
        label={<VisuallyHidden>{name}, ₽</VisuallyHidden>}
        width="full"
      />
    </li>
  )
}

interface ConfirmBasketProps extends Pick<PayPartsProps, 'form' | 'total' | 'action'> {
  pendingText: string
}

/** The answer to the question: pays the amounts that the form has now. */
export function ConfirmBasket({ form, total, action, pendingText }: ConfirmBasketProps) {
  const { id } = form.attributes
  return (
    <div className={styles.payable}>
      {/* Enter in a field presses the first button of its form, which must not be the answer. */}
      <button type="submit" form={id} hidden />
      <SubmitButton
        kind="secondary"
        form={id}
        name="confirmed"
        value="yes"
        action={action}
        match={{ confirmed: 'yes' }}
        pendingText={pendingText}
      >
        {`Всё равно заплатить${total === null ? '' : ` ${formatRubles(total)}`}`}
      </SubmitButton>
    </div>
  )
}
