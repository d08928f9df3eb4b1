import { useShownOnce } from '~/document/shown-once'
import { useAnswerPage } from '~/document/use-answer-page'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { CopyableText, CopyButton } from '~/ui/copy-button/copy-button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { ShareButton } from '~/ui/share-button/share-button'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'

export const INVITATION_TITLE = 'Приглашение готово'

interface InvitationLinkProps {
  account: string
  link: string
  /** Masked; null if the invitation has no address. */
  email: string | null
  /** Until when it can be accepted: '5 октября 2026 г., 12:12'. */
  expires: string | null
}

/** The link of a new invitation; the only page that ever shows it. */
export function InvitationLink({ account, link, email, expires }: InvitationLinkProps) {
  useAnswerPage(INVITATION_TITLE)
  useShownOnce()
  return (
    <>
      <PageHeading
        title={INVITATION_TITLE}
        lead={
          email
            ? `Письмо с этой ссылкой уже в пути: ${email}. Если примут с этим адресом, доступ откроется сразу.`
            : 'Отправьте эту ссылку тому, кому открываете доступ. Когда её примут, мы напишем, и вы подтвердите, что это нужный человек.'
        }
      />
      <Stack narrow>
        <CopyableText>{link}</CopyableText>
        <Stack direction="row">
          <ShareButton kind="primary" content={{ text: 'Доступ к лицевому счёту', url: link }} />
          <CopyButton text={link}>Скопировать ссылку</CopyButton>
        </Stack>
        <Warning>
          <p>
            Больше мы эту ссылку не покажем.
            {expires && ` Принять приглашение можно до ${expires}.`} Передумаете&nbsp;— закройте доступ на
            странице лицевого счёта.
          </p>
        </Warning>
        <div>
          <ButtonLink kind="secondary" to={paths.access(account)}>
            К списку доступов
          </ButtonLink>
        </div>
      </Stack>
    </>
  )
}
