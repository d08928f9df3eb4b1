import type { ReactNode } from 'react'
import { paths } from '../paths'
import { ButtonLink } from '../ui/button/button'
import { EmptyState } from '../ui/empty-state/empty-state'

/** What a customer without accounts sees in place of what needs one; `children` say what will be there. */
export function FirstAccount({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      icon="house"
      title="Добавьте первый лицевой счёт"
      action={
        <ButtonLink to={paths.addAccount} icon="plus">
          Добавить счёт
        </ButtonLink>
      }
    >
      {children} Понадобится номер из квитанции.
    </EmptyState>
  )
}
