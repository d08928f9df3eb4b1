import { useFormAction, useNavigation } from '@remix-run/react'
import { type MouseEvent, useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router'
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
  const router = useContext(RouterContext)?.router
  const formAction = useFormAction(action)
  // The second press of a double click comes before the drawing that says the first is on its way; the router knows.
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (router && isSending(router.state.navigation, formAction, match)) event.preventDefault()
    else onClick?.(event)
  }
  return <Button {...rest} onClick={press} pending={isSending(navigation, formAction, match)} />
}
