import { useFormAction, useNavigation } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { useCurrentNavigation } from '~/framework/current-navigation'
import { Button, type ButtonProps } from './button'
import { isSending } from './is-sending'

export type SubmitButtonProps = Omit<ButtonProps, 'type' | 'pending'> & {
  /** The form's action, when it differs from the page's. */
  action?: string
  /** Values that only this form submits, to tell the page's forms apart. */
  match?: Record<string, string>
}

/** The button of a `<Form method="post">`: pending while that form is being sent. */
export function SubmitButton({ action, match, onClick, ...rest }: SubmitButtonProps) {
  const navigation = useNavigation()
  const currentNavigation = useCurrentNavigation()
  const formAction = useFormAction(action)
  // The second click of a double click can come before React renders the pending state.
  function press(event: MouseEvent<HTMLButtonElement>) {
    const pendingNavigation = currentNavigation()
    if (pendingNavigation && isSending(pendingNavigation, formAction, match)) event.preventDefault()
    else onClick?.(event)
  }
  return <Button {...rest} onClick={press} pending={isSending(navigation, formAction, match)} />
}
