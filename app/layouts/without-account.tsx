import type { ReactNode } from 'react'
import { PageHeading } from '../ui/page-heading/page-heading'
import { FirstAccount } from './first-account'

interface WithoutAccountProps {
  /** The page's heading. */
  title: string
  /** What will be there. */
  children: ReactNode
}

/** A page that needs an account, for a customer without accounts. */
export function WithoutAccount({ title, children }: WithoutAccountProps) {
  return (
    <>
      <PageHeading title={title} />
      <FirstAccount title="Сначала добавьте лицевой счёт">{children}</FirstAccount>
    </>
  )
}
