import type { SubmissionResult } from '@conform-to/dom'
import type { Message } from '../flash-message/message'

/** What a page is told of a posted form that was refused. */
export interface FormReply {
  /** Which form of the page. */
  form: string
  submission: SubmissionResult<string[]>
  /** Said in this very answer as a message. */
  notice: Message | null
  /** The machine code of the refusal, where the page has something to offer for it. */
  code: string | null
  /** One more question that has to be answered before the form is taken. */
  proof: { label: string; hint?: string | null | undefined } | null
}
