import type { ReactNode } from 'react'
import { Warning } from '~/ui/warning/warning'

interface UndeliverableEmailProps {
  email: string
  /** A link to change the address, if the page has no other one. */
  children?: ReactNode
}

/** Tells a customer that our letters to their address do not arrive. */
export function UndeliverableEmail({ email, children }: UndeliverableEmailProps) {
  return (
    <Warning>
      <p>
        Наши письма на адрес {email} не доходят. Проверьте, нет ли в нём ошибки и не переполнен ли почтовый
        ящик.
      </p>
      {children && <p>{children}</p>}
    </Warning>
  )
}
