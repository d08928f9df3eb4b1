import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/button/submit-button'

export interface PayAnewProps {
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
export function PayAnew({ action, values, pendingText, children }: PayAnewProps) {
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
