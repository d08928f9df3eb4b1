import { Form } from '@remix-run/react'
import { AccountLead } from '~/layouts/named-account'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePageAddress, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'
import type { closeAccessForm } from './family-forms.server'
import type { loadClose } from './load-close.server'

type ClosePageView = Awaited<ReturnType<typeof loadClose>>

interface CloseAccessProps {
  /** Null beside a rejected form: it could not be loaded. */
  view: ClosePageView
  reply: FormReply | undefined
}

export const closeTitle = (view: ClosePageView | undefined) =>
  view?.as === 'holder' ? 'Отказаться от доступа' : 'Закрыть доступ'

/** The confirmation page before an access ends: an owner closes it, or its holder leaves; a GET changes nothing. */
export function CloseAccess({ view, reply }: CloseAccessProps) {
  const form = usePostForm<typeof closeAccessForm>('close-access', [], reply)
  const action = usePageAddress()
  const title = closeTitle(view)
  const back =
    view?.as === 'owner'
      ? { to: paths.access(view.account), text: 'Доступ к лицевому счёту' }
      : { to: paths.accounts, text: 'Лицевые счета' }
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading title={title} lead={view && <AccountLead account={view.named} />} back={back} />
      <Stack>
        {view?.as === 'owner' && (
          <Panel
            tone="quiet"
            title={view.grant.who}
            aside={<Badge tone={view.grant.status.tone}>{view.grant.status.words}</Badge>}
          >
            {view.grant.about.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Panel>
        )}
        <Warning>
          {view?.as === 'holder' ? (
            <>
              <p>
                Лицевой счёт сразу пропадёт из вашего кабинета. Чтобы вернуть его, понадобится новое
                приглашение{view.from && ` (этот доступ открыли вам: ${view.from})`}.
              </p>
              {view.canPay && <p>Если у вас есть автоплатёж по этому лицевому счёту, он прекратится.</p>}
            </>
          ) : view?.grant.isActive === false ? (
            <p>
              Приглашение сразу перестанет действовать, ссылка больше ничего не откроет. Пригласить снова
              можно в любой момент.
            </p>
          ) : (
            <p>
              Лицевой счёт сразу перестанет быть виден этому человеку, его автоплатежи по нему прекратятся.
              Платежи, которые уже сделаны, останутся. Пригласить снова можно в любой момент.
            </p>
          )}
        </Warning>
        <Form {...form.attributes} action={action}>
          <Stack direction="row">
            <SubmitButton kind="danger" action={action} pendingText="Отправляем…">
              {title}
            </SubmitButton>
            <ButtonLink kind="secondary" to={back.to}>
              {view?.as === 'holder' ? 'Не отказываться' : 'Не закрывать'}
            </ButtonLink>
          </Stack>
        </Form>
      </Stack>
    </>
  )
}
