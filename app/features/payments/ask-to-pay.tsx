import type { NamedAccount } from '~/layouts/named-account'
import { AccountLead } from '~/layouts/named-account'
import { CopyableText, CopyButton } from '~/ui/copy-button/copy-button'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { ShareButton } from '~/ui/share-button/share-button'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'

export const ASK_TO_PAY_TITLE = 'Попросить оплатить'

export interface AskToPayProps {
  account: string
  named: NamedAccount
  back: { to: string; text: string }
  /** Why the account can't be paid here; null: it can. */
  unpayable: string | null
  /** The guest page of the account, with the origin. */
  link: string
  /** What anyone sees who opens the link; null where it is not certain. */
  preview: { rows: { term: string; description: string }[]; hasBalance: boolean } | null
}

/** The link by which another person pays for an account. */
export function AskToPay({ account, named, back, unpayable, link, preview }: AskToPayProps) {
  return (
    <>
      <PageHeading title={ASK_TO_PAY_TITLE} lead={<AccountLead account={named} />} back={back} />
      {unpayable ? (
        <Warning>
          <p>{unpayable}</p>
        </Warning>
      ) : (
        <Stack narrow>
          <p>
            Отправьте эту ссылку тому, кто заплатит. Входить в личный кабинет ему не нужно: по ссылке сразу
            откроется оплата этого лицевого счёта.
          </p>
          <CopyableText>{link}</CopyableText>
          <Stack direction="row">
            <ShareButton kind="primary" content={{ text: `Оплата лицевого счёта ${account}`, url: link }} />
            <CopyButton text={link}>Скопировать ссылку</CopyButton>
          </Stack>
          {preview && (
            <Panel title="Что увидит тот, кто откроет ссылку" tone="quiet">
              <DefinitionList rows={preview.rows} />
            </Panel>
          )}
          <p>
            {preview &&
              (preview.hasBalance
                ? 'Суммы в самой ссылке нет: страница покажет, сколько нужно заплатить в тот день, когда её откроют. То, что уже оплачено, она второй раз не предложит. '
                : 'Сколько платить, страница не покажет: назовите сумму сами. ')}
            Имя, полный адрес, квитанции и платежи по ссылке не видны.
          </p>
        </Stack>
      )}
    </>
  )
}
