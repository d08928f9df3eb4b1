import { Form } from '@remix-run/react'
import { forwardRef, type ReactNode } from 'react'

interface ActionFormProps {
  values: Readonly<Record<string, string>>
  className?: string | undefined
  hidden?: boolean
  children?: ReactNode
}

/** The form of an item that posts values to the page's action. */
export const ActionForm = forwardRef<HTMLFormElement, ActionFormProps>(function ActionForm(
  { values, children, ...attributes },
  ref,
) {
  return (
    <Form {...attributes} ref={ref} method="post">
      {Object.entries(values).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {children}
    </Form>
  )
})
