import { Form, useSubmit } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { SubmitButton } from '../button/submit-button'
import { PageHeading } from '../page-heading/page-heading'
import { FormOutcome } from '../post-form/form-outcome'
import type { FormReply } from '../post-form/form-reply'
import { usePageAddress, usePostForm } from '../post-form/use-post-form'
import { Stack } from '../stack/stack'

export interface OneButtonFormProps {
  heading: string
  text: ReactNode
  buttonText: string
  pendingText: string
  reply: FormReply | undefined
  /** Whether scripts submit the form after hydration; a rejected form is never resent by itself. */
  auto?: boolean
  /** The next step after a rejection, inside the error summary. */
  children?: ReactNode
}

/**
 * The page behind a mailed link. Only its button changes something, because mail scanners open links, too. A prefetched
 * page does not submit itself.
 */
export function OneButtonForm(props: OneButtonFormProps) {
  const { heading, text, buttonText, pendingText, reply, auto = false, children } = props
  const form = usePostForm('confirm', [], reply)
  const action = usePageAddress()
  const element = useRef<HTMLFormElement>(null)
  useSubmitWhenVisible(element, auto && !reply)
  return (
    <>
      <FormOutcome forms={[form]}>{children}</FormOutcome>
      <PageHeading title={heading} lead={text} />
      <Form {...form.attributes} action={action} ref={element} replace>
        <Stack narrow>
          <SubmitButton action={action} size="large" pendingText={pendingText}>
            {buttonText}
          </SubmitButton>
        </Stack>
      </Form>
    </>
  )
}

const useSubmitWhenVisible = (form: React.RefObject<HTMLFormElement>, isAuto: boolean) => {
  const submit = useSubmit()
  const isSent = useRef(false)
  useEffect(() => {
    if (!isAuto) return
    const sendOnce = () => {
      if (isSent.current || document.visibilityState !== 'visible' || !form.current) return
      isSent.current = true
      submit(form.current, { replace: true })
    }
    sendOnce()
    document.addEventListener('visibilitychange', sendOnce)
    return () => document.removeEventListener('visibilitychange', sendOnce)
  }, [isAuto, submit, form])
}
