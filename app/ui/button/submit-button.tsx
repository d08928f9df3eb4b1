import { useFormAction, useNavigation } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { useCurrentNavigation } from '~/framework/current-navigation'
import { Button, type ButtonProps } from './button'
import { isSending } from './is-sending'

export type SubmitButtonProps = Omit<ButtonProps, 'type' | 'pending'> & {
  /** The form's own action, when it is not the page's. */
  action?: string
  /** Which of the page's forms this one is: values that only its submission carries. */
  match?: Record<string, string>
}

/** The button of a `<Form method="post">`: pending while that very form is on its way. */
export function SubmitButton({ action, match, onClick, ...rest }: SubmitButtonProps) {
  const navigation = useNavigation()
  const currentNavigation = useCurrentNavigation()
  const formAction = useFormAction(action)
  // The second click of a double click comes before the render that shows the first one as sending.
  function press(event: MouseEvent<HTMLButtonElement>) {
    const underWay = currentNavigation()
    if (underWay && isSending(underWay, formAction, match)) event.preventDefault()
    else onClick?.(event)
  }
  return <Button {...rest} onClick={press} pending={isSending(navigation, formAction, match)} />
}
