import { Form } from '@remix-run/react'
import { formatRubles, parseRubles } from 'format/money'
import { SubmitButton } from '~/ui/button/submit-button'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'
import styles from './payment.module.css'
import { Continue } from './payment-fields'
import type { PendingPaymentsView } from './personal-payment-view'

const PAY_AGAIN = 'Заплатить заново'

interface AnswersProps {
  pendingPayments: PendingPaymentsView | null
  action: string
  values: ConfirmPaymentProps['values']
  pendingText: string
}

/** The answers to the question: continue a pending payment, or confirm the new one. */
export function Answers({ pendingPayments, action, values, pendingText }: AnswersProps) {
  const newest = pendingPayments?.payments[0]
  const parsed = parseRubles(values.amount ?? '')
  const sum = parsed.ok ? ` ${formatRubles(parsed.kopecks)}` : ''
  return (
    <Stack direction="row">
      {newest && <Continue step={newest.step} to={newest.to} kind="primary" />}
      <ConfirmPayment action={action} values={values} pendingText={pendingText}>
        {pendingPayments?.replacement ? PAY_AGAIN : `Всё равно заплатить${sum}`}
      </ConfirmPayment>
    </Stack>
  )
}

interface PendingPaymentsProps {
  pendingPayments: PendingPaymentsView
  action: string
  values: Pick<ConfirmPaymentProps['values'], 'account' | 'kind' | 'idempotencyKey' | 'seenBalance'>
  pendingText: string
}

/** The pending payments: each with its link, and a button to begin a new one. */
export function PendingPayments({
  pendingPayments: { payments, more, replacement },
  action,
  values,
  pendingText,
}: PendingPaymentsProps) {
  return (
    <Panel title="Оплата не закончена" tone="plain">
      <ul className={styles.begun}>
        {payments.map((payment, index) => (
          <li key={payment.to}>
            <p>{payment.words}</p>
            <Continue
              step={payment.step}
              to={payment.to}
              kind={index === 0 ? 'primary' : 'secondary'}
              which={payments.length > 1 ? payment.which : undefined}
            />
          </li>
        ))}
      </ul>
      {more && <p>{more}</p>}
      {replacement && (
        <div className={styles.anew}>
          <p>{replacement.words}</p>
          <ConfirmPayment
            action={action}
            values={{ ...values, amount: replacement.amount }}
            pendingText={pendingText}
          >
            {PAY_AGAIN}
          </ConfirmPayment>
        </div>
      )}
    </Panel>
  )
}

interface ConfirmPaymentProps {
  /** The page's address, with its account. */
  action: string
  /** The payment form's values, as typed. */
  values: Readonly<Record<string, string | undefined>>
  pendingText: string
  children: string
}

/**
 * The button that pays although other payments are pending. A separate form: a second press of 'Оплатить' by mistake
 * does not press it.
 */
function ConfirmPayment({ action, values, pendingText, children }: ConfirmPaymentProps) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="intent" value="pay-anew" />
      <input type="hidden" name="confirmed" value="yes" />
      {Object.entries(values).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <SubmitButton kind="secondary" action={action} match={{ intent: 'pay-anew' }} pendingText={pendingText}>
        {children}
      </SubmitButton>
    </Form>
  )
}
