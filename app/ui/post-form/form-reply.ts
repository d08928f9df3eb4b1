import type { SubmissionResult } from '@conform-to/dom'
import type { Message } from '../flash-message/message-banner'

/** The next step of a pending payment: 'continue' on the bank's page; 'check' the outcome of a charge. */
export interface PendingStep {
  step: 'continue' | 'check'
  to: string
}

/** A rejected form, as its page receives it. */
export interface FormReply {
  /** The form's name on the page. */
  form: string
  submission: SubmissionResult<string[]>
  /** A flash message that this response itself shows. */
  flash: Message | null
  /** The machine-readable error code. */
  code: string | null
  /** The id of a request that failed through no fault of the visitor. */
  requestId: string | null
  /** An additional question that must be answered before the form is accepted. */
  proof: { label: string; hint?: string | null | undefined; digits?: boolean | null | undefined } | null
  /** The customer's newest pending payment, if the form asks whether to pay again. */
  pendingPayment?: PendingStep | null | undefined
  /** The question's sentences, one for each account, if it is about several accounts. */
  details?: readonly string[] | undefined
  /** The accounts of each payee, if they can't be paid at once. */
  groups?: readonly (readonly string[])[] | undefined
}
