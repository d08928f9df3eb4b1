import { ButtonLink } from '~/ui/button/button'
import type { PendingStep } from '~/ui/post-form/form-reply'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'

interface ContinueProps extends PendingStep {
  kind: 'primary' | 'secondary'
  /** What tells the payment from others; left out where it is the only one. */
  which?: string | undefined
}

/** The link to the next step of a payment that was begun. */
export function Continue({ step, to, which, kind }: ContinueProps) {
  return (
    <ButtonLink to={to} kind={kind} reload={step === 'continue'}>
      {step === 'continue' ? 'Продолжить оплату' : 'Проверить платёж'}
      {which && <VisuallyHidden>: {which}</VisuallyHidden>}
    </ButtonLink>
  )
}
