import type { ReactNode } from 'react'
import { paths } from '../paths'
import { ButtonLink } from '../ui/button/button'
import { EmptyState } from '../ui/empty-state/empty-state'

interface FirstAccountProps {
  title?: string
  /** What will be there. */
  children: ReactNode
}

/** Shown to a customer without accounts instead of content that needs an account. */
export function FirstAccount({ title = 'Добавьте первый лицевой счёт', children }: FirstAccountProps) {
  return (
    <EmptyState
      icon="house"
      title={title}
      action={
        <ButtonLink to={paths.addAccount} icon="plus">
          Добавить лицевой счёт
        </ButtonLink>
      }
    >
      {children} Понадобится номер из квитанции.
    </EmptyState>
  )
}
