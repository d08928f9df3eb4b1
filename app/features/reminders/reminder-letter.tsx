import { Form } from '@remix-run/react'
import { Badge } from '~/ui/badge/badge'
import { SubmitButton } from '~/ui/button/submit-button'
import { MissingPart } from '~/ui/missing-part/missing-part'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'

interface ReminderLetterProps {
  /** Null where it could not be loaded. */
  isOn: boolean | null
  email: string
}

/** The letter before the window of readings ends, with the button that turns it on or off. */
export function ReminderLetter({ isOn, email }: ReminderLetterProps) {
  return (
    <Panel
      title="Письмо о показаниях"
      aside={isOn !== null && (isOn ? <Badge tone="paid">Включено</Badge> : <Badge>Выключено</Badge>)}
    >
      {isOn === null ? (
        <MissingPart what="настройку напоминаний" />
      ) : (
        <Stack narrow>
          <p>
            За три дня до конца приёма напишем на {email || 'вашу почту'}, если по какому-то счётчику
            показаний ещё нет. Одно письмо в месяц, отключить можно в любой момент.
          </p>
          <Form method="post">
            <input type="hidden" name="intent" value="reminder-letter" />
            <input type="hidden" name="on" value={isOn ? 'no' : 'yes'} />
            <SubmitButton
              kind={isOn ? 'secondary' : 'primary'}
              match={{ intent: 'reminder-letter' }}
              pendingText={isOn ? 'Отключаем…' : 'Включаем…'}
            >
              {isOn ? 'Отключить напоминания' : 'Включить напоминания'}
            </SubmitButton>
          </Form>
        </Stack>
      )}
    </Panel>
  )
}
