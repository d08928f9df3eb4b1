import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { PageHeading } from '~/ui/page-heading/page-heading'

/** Shown when the customer has no account, or the account no invoice. */
export function NoInvoice({ title = 'Счета', hasAccount }: { title?: string; hasAccount: boolean }) {
  return (
    <>
      <PageHeading title={title} />
      {hasAccount ? (
        <EmptyState icon="mail" title="Счетов пока нет">
          Первый появится здесь в начале следующего месяца.
        </EmptyState>
      ) : (
        <EmptyState
          icon="wallet"
          title="Сначала добавьте лицевой счёт"
          action={<ButtonLink to={paths.addAccount}>Добавить счёт</ButtonLink>}
        >
          Тогда здесь появятся счета по нему: за что начислено и сколько осталось заплатить.
        </EmptyState>
      )}
    </>
  )
}
