import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/button/submit-button'
import { MissingPart } from '~/ui/missing-part/missing-part'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'

/** Null where it could not be loaded; `madeOn`: '2 марта 2026 г.', null where there is no address. */
export type CalendarLinkView = { madeOn: string | null } | null

/** The calendar's address: it is made, replaced and ended here. */
export function CalendarPanel({ link }: { link: CalendarLinkView }) {
  return (
    <Panel title="Календарь">
      {!link ? (
        <MissingPart what="ссылку на календарь" />
      ) : (
        <Stack narrow>
          <p>
            Дни приёма показаний и сроки оплаты по всем вашим лицевым счетам&nbsp;— в календаре телефона или
            почты. Подпишитесь по ссылке один раз, дальше он обновляется сам.
          </p>
          {link.madeOn === null ? (
            <LinkForm intent="new-calendar-link" pendingText="Создаём…">
              Создать ссылку
            </LinkForm>
          ) : (
            <>
              <p>
                Ссылка создана {link.madeOn} Показать её ещё раз нельзя: у нас хранится только её отпечаток.
                Если потеряли её или она попала к чужим, замените: прежняя сразу перестанет работать.
              </p>
              <Stack direction="row">
                <LinkForm intent="new-calendar-link" pendingText="Заменяем…" kind="secondary">
                  Заменить ссылку
                </LinkForm>
                <LinkForm intent="end-calendar-link" pendingText="Отключаем…" kind="quiet">
                  Отключить
                </LinkForm>
              </Stack>
            </>
          )}
        </Stack>
      )}
    </Panel>
  )
}

interface LinkFormProps {
  intent: 'new-calendar-link' | 'end-calendar-link'
  pendingText: string
  kind?: 'primary' | 'secondary' | 'quiet'
  children: string
}

function LinkForm({ intent, pendingText, kind = 'primary', children }: LinkFormProps) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <SubmitButton kind={kind} match={{ intent }} pendingText={pendingText}>
        {children}
      </SubmitButton>
    </Form>
  )
}
