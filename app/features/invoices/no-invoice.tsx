import { WithoutAccount } from '~/layouts/without-account'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { PageHeading } from '~/ui/page-heading/page-heading'

/** Shown when the customer has no account, or the account no invoice. */
export function NoInvoice({ title = 'Квитанции', hasAccount }: { title?: string; hasAccount: boolean }) {
  if (!hasAccount) {
    return (
      <WithoutAccount title={title}>
        Тогда здесь появятся квитанции по нему: за что начислено и сколько осталось заплатить.
      </WithoutAccount>
    )
  }
  return (
    <>
      <PageHeading title={title} />
      <EmptyState icon="mail" title="Квитанций пока нет">
        Первая появится здесь, как только выйдет.
      </EmptyState>
    </>
  )
}
