import { Form } from '@remix-run/react'
import { formatRubles, parseRubles } from 'format/money'
import { SubmitButton } from '~/ui/button/submit-button'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'
import { Continue } from './continue-payment'
import styles from './payment.module.css'
import type { BegunPayments } from './personal-payment-view'

const ANEW = 'Заплатить заново'

interface AnswersProps {
  begun: BegunPayments | null
  action: string
  values: PayAnewProps['values']
  pendingText: string
}

/** The answers to the question: continue a pending payment, or pay all the same. */
export function Answers({ begun, action, values, pendingText }: AnswersProps) {
  const newest = begun?.payments[0]
  const parsed = parseRubles(values.amount ?? '')
  const sum = parsed.ok ? ` ${formatRubles(parsed.kopecks)}` : ''
  return (
    <Stack direction="row">
      {newest && <Continue step={newest.step} to={newest.to} kind="primary" />}
      <PayAnew action={action} values={values} pendingText={pendingText}>
        {begun?.anew ? ANEW : `Всё равно заплатить${sum}`}
      </PayAnew>
    </Stack>
  )
}

interface BegunProps {
  begun: BegunPayments
  action: string
  values: Pick<PayAnewProps['values'], 'account' | 'kind' | 'idempotencyKey' | 'seenBalance'>
  pendingText: string
}

/** The pending payments: each with its link, and a button to begin a new one. */
export function Begun({ begun: { payments, more, anew }, action, values, pendingText }: BegunProps) {
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
      {anew && (
        <div className={styles.anew}>
          <p>{anew.words}</p>
          <PayAnew action={action} values={{ ...values, amount: anew.amount }} pendingText={pendingText}>
            {ANEW}
          </PayAnew>
        </div>
      )}
    </Panel>
  )
}

interface PayAnewProps {
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
function PayAnew({ action, values, pendingText, children }: PayAnewProps) {
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
