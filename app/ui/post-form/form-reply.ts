import type { SubmissionResult } from '@conform-to/dom'
import type { Message } from '../flash-message/message'

/** A rejected form, as its page gets it. */
export interface FormReply {
  /** Which form of the page. */
  form: string
  submission: SubmissionResult<string[]>
  /** A flash message of this response. */
  notice: Message | null
  /** The machine-readable error code. */
  code: string | null
  /** One more question that has to be answered before the form is accepted. */
  proof: { label: string; hint?: string | null | undefined } | null
}
