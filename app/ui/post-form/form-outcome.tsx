import { type ReactNode, useEffect } from 'react'
import { ErrorSummary } from '../error-summary/error-summary'
import { FlashMessage } from '../flash-message/flash-message'
import type { PostForm } from './use-post-form'

const PREFIX = 'Ошибка: '

/** What became of the page's forms, above its h1: the message, the summary of errors, and the title that says so. */
export function FormOutcome({
  forms,
  question,
  children,
}: {
  forms: readonly PostForm<string>[]
  /** The title where the form is not wrong, but something has to be asked before it is taken. */
  question?: string
  children?: ReactNode
}) {
  const refused = forms.find(({ reply }) => reply)
  const reply = refused?.reply

  // The server says it in the title of a whole page; after a submission by scripts nobody else would.
  useEffect(() => {
    if (!reply) return
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length)
    }
  }, [reply])

  // The server sends no password back; where scripts have kept the page, those typed still stand in it.
  useEffect(() => {
    const form = reply && document.getElementById(reply.form)
    for (const typed of form?.querySelectorAll<HTMLInputElement>('input[type="password"]') ?? [])
      typed.value = ''
  }, [reply])

  return (
    <>
      <FlashMessage message={reply?.notice} />
      <ErrorSummary
        errors={refused?.errors ?? []}
        answer={reply}
        {...(question && { title: question, tone: 'question' })}
      >
        {refused && children}
      </ErrorSummary>
    </>
  )
}
