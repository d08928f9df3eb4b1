import type { ReactNode } from 'react'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { paths } from '../paths'
import { ButtonLink } from '../ui/button/button'
import { EmptyState } from '../ui/empty-state/empty-state'

interface FirstAccountProps {
  title?: string
  /** What will be there. */
  children: ReactNode
}

/** What a customer without accounts sees in place of what needs one. */
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

interface WithoutAccountProps {
  /** The page's heading. */
  title: string
  /** What will be there. */
  children: ReactNode
}

/** A page about what an account has, for a customer without accounts. */
export function WithoutAccount({ title, children }: WithoutAccountProps) {
  return (
    <>
      <PageHeading title={title} />
      <FirstAccount title="Сначала добавьте лицевой счёт">{children}</FirstAccount>
    </>
  )
}
