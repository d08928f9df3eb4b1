import { Form } from '@remix-run/react'
import { Badge } from '~/ui/badge/badge'
import { SubmitButton } from '~/ui/button/submit-button'
import { MissingPart } from '~/ui/missing-part/missing-part'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'

interface LetterSwitchProps {
  title: string
  /** The name of its form. */
  intent: 'reminder-letter' | 'invoice-letters'
  /** Null where it could not be loaded. */
  isOn: boolean | null
  /** What could not be loaded then, after 'Не удалось загрузить'. */
  setting: string
  /** What is turned on, after 'Включить' and 'Отключить'. */
  what: string
  /** When the letter comes. */
  children: string
}

/** A kind of letter that the customer turns on and off, with the button that does it. */
export function LetterSwitch({ title, intent, isOn, setting, what, children }: LetterSwitchProps) {
  return (
    <Panel
      title={title}
      aside={isOn !== null && (isOn ? <Badge tone="paid">Включены</Badge> : <Badge>Выключены</Badge>)}
    >
      {isOn === null ? (
        <MissingPart what={setting} />
      ) : (
        <Stack narrow>
          <p>{children}</p>
          <Form method="post">
            <input type="hidden" name="intent" value={intent} />
            <input type="hidden" name="on" value={isOn ? 'no' : 'yes'} />
            <SubmitButton
              kind={isOn ? 'secondary' : 'primary'}
              match={{ intent }}
              pendingText={isOn ? 'Отключаем…' : 'Включаем…'}
            >
              {`${isOn ? 'Отключить' : 'Включить'} ${what}`}
            </SubmitButton>
          </Form>
        </Stack>
      )}
    </Panel>
  )
}
