import { Checkbox } from '~/ui/checkbox/checkbox'
import { DecimalField } from '~/ui/field/field'
import { Icon } from '~/ui/icon/icon'
import { Panel } from '~/ui/panel/panel'
import type { PostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import { Warning } from '~/ui/warning/warning'
import styles from './readings.module.css'
import type { ConfirmView, MeterView } from './readings-view'

interface MeterFieldsProps {
  view: MeterView
  /** Without it the meter has no fields: readings are not taken now. */
  control?: PostForm<string>['control']
  confirmId?: string
  confirm?: ConfirmView | undefined
  isTicked?: boolean
}

/** One meter: a field for each of its zones, and its question. */
export function MeterFields({ view, control, confirmId = '', confirm, isTicked = false }: MeterFieldsProps) {
  const { id, title, which, zones, sent, verification } = view
  const meterInWords = `. ${[title, which].filter(Boolean).join(', ')}`
  const questionId = (at: number) => `${confirmId}-question-${at}`
  return (
    <Panel title={title}>
      <Stack>
        {which && (
          <p className={styles.which}>
            {which}
            {verification && !verification.isOver && <>. {verification.text}</>}
          </p>
        )}
        {sent.map((words) => (
          <p key={words} className={styles.sent}>
            <Icon name="circle-check" />
            <span>{words}</span>
          </p>
        ))}
        {verification?.isOver && (
          <Warning>
            <p>{verification.text}</p>
          </Warning>
        )}
        {zones.map(({ zone, field, label, hint }) =>
          control ? (
            <DecimalField
              key={zone}
              {...control(field)}
              label={
                <>
                  {label}
                  <VisuallyHidden>{meterInWords}</VisuallyHidden>
                </>
              }
              hint={hint}
            />
          ) : (
            <p key={zone}>
              {zones.length > 1 && `${label}. `}
              {hint}
            </p>
          ),
        )}
        {control && (confirm || isTicked) && (
          <div className={styles.confirm}>
            {confirm?.questions.map(({ field, words }, at) => (
              <p key={field} id={questionId(at)}>
                {words}
              </p>
            ))}
            <Checkbox
              id={confirmId}
              name="confirmed"
              value={id}
              label={
                <>
                  {confirm?.box.label ?? 'Да, показание верное'}
                  <VisuallyHidden>{meterInWords}</VisuallyHidden>
                </>
              }
              describedBy={confirm?.questions.map((_, at) => questionId(at))}
              hint={confirm?.box.hint}
              defaultChecked={isTicked}
            />
          </div>
        )}
      </Stack>
    </Panel>
  )
}
