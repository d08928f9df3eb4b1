import { type ReactNode, useEffect } from 'react'
import { ErrorSummary } from '../error-summary/error-summary'
import { FlashMessage } from '../flash-message/flash-message'
import { RequestNumber } from '../request-number/request-number'
import { useCameWithPage, useErrorTitle } from './page-answer'
import type { PostForm } from './use-post-form'

/** The outcome of the page's forms, above its h1: the flash message, the error summary, and the document's title. */
export function FormOutcome({
  forms,
  question,
  children,
}: {
  forms: readonly PostForm<string>[]
  /** The summary's title when the form only has to be confirmed. */
  question?: string
  children?: ReactNode
}) {
  const rejectedForm = forms.find(({ reply }) => reply)
  const reply = rejectedForm?.reply
  const cameWithPage = useCameWithPage(reply)
  useErrorTitle(reply)

  // The server sends no password back, but a page that scripts have kept still has the typed password.
  useEffect(() => {
    if (!reply || cameWithPage) return
    const form = document.getElementById(reply.form)
    for (const input of form?.querySelectorAll<HTMLInputElement>('input[type="password"]') ?? [])
      input.value = ''
  }, [reply, cameWithPage])

  return (
    <>
      <FlashMessage message={reply?.flash} />
      <ErrorSummary
        errors={rejectedForm?.errors ?? []}
        answer={reply}
        {...(question && { title: question, tone: 'question' })}
      >
        {reply?.requestId && (
          <p>
            Если ошибка повторяется, обратитесь в&nbsp;службу поддержки.{' '}
            <RequestNumber requestId={reply.requestId} />.
          </p>
        )}
        {rejectedForm && children}
      </ErrorSummary>
    </>
  )
}
