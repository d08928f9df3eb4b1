import { useFormAction, useNavigation } from '@remix-run/react'
import { Button, type ButtonProps } from './button'
import { isSending } from './is-sending'

export type SubmitButtonProps = Omit<ButtonProps, 'type' | 'pending'> & {
  /** The form's own action, when it is not the page's. */
  action?: string
  /** Which of the page's forms this one is: values that only its submission carries. */
  match?: Record<string, string>
}

/** The button of a `<Form method="post">`: pending while that very form is on its way. */
export function SubmitButton({ action, match, ...rest }: SubmitButtonProps) {
  const navigation = useNavigation()
  const formAction = useFormAction(action)
  return <Button {...rest} pending={isSending(navigation, formAction, match)} />
}
