import { Form } from '@remix-run/react'
import type { ProblemCode } from 'contract/problem'
import { AccountLead, type NamedAccount } from '~/layouts/named-account'
import { WithoutAccount } from '~/layouts/without-account'
import { paths } from '~/paths'
import { SubmitButton } from '~/ui/button/submit-button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import type { PostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { MissingPart } from '~/ui/warning/warning'
import type { ReadingHistoryView } from './history-view'
import { MeterFields } from './meter-fields'
import { ReadingHistory } from './reading-history'
import {
  type ConfirmView,
  type MeterView,
  READINGS_FORM,
  READINGS_TITLE,
  type WindowView,
} from './readings-view'

/** The problem code of the question. A literal, because importing the contract would bring zod into the browser. */
const CONFIRM_REQUIRED: ProblemCode = 'confirm_required'

export interface ReadingsShown {
  account: string
  /** Null while not even its number is known. */
  named: NamedAccount | null
  /** Null while only what was typed is known. */
  window: WindowView | null
  meters: readonly MeterView[]
  /** Null: it could not be loaded. */
  history: ReadingHistoryView | null
  /** The meters of the history's filter. */
  choices: readonly { value: string; title: string }[]
  /** The meter that the history is of; empty for all. */
  meter: string
  /** Whether the product API can remind of readings. */
  hasReminders: boolean
}

export interface ReadingsPageProps {
  shown: ReadingsShown
  idempotencyKey: string
  reply: FormReply | undefined
  ticked: readonly string[]
  confirm: readonly ConfirmView[]
}

/** The form of all meters of an account, and their history. */
export function ReadingsPage({ shown, idempotencyKey, reply, ticked, confirm }: ReadingsPageProps) {
  const { account, named, window, meters, history, choices, meter, hasReminders } = shown
  const form = readingsForm(meters, reply, confirm)
  const isAsked = reply?.code === CONFIRM_REQUIRED
  // A rejected form comes back even when the last day has passed meanwhile: nothing typed is lost.
  const isForm = meters.length > 0 && (window?.isOpen !== false || reply !== undefined)
  return (
    <>
      <FormOutcome forms={[form]} {...(isAsked && { question: 'Всё ли верно?' })} />
      <PageHeading
        title={READINGS_TITLE}
        lead={
          (named || window) && (
            <>
              {named && <AccountLead account={named} />}
              {meters.length > 0 && window && <p>{window.text}</p>}
            </>
          )
        }
      />
      <Stack gap="large">
        {meters.length === 0 && <NoMeters />}
        {isForm && (
          // Another account is another form: nothing typed for the first may go with it.
          <Form {...form.attributes} action={paths.readings({ account })} key={account}>
            <input type="hidden" name="intent" value="readings" />
            <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} minted={idempotencyKey} />
            <Stack narrow>
              {meters.map((view, at) => (
                <MeterFields
                  key={view.id}
                  view={view}
                  control={form.control}
                  confirmId={form.confirmId(at)}
                  confirm={confirm.find((confirmation) => confirmation.meter === view.id)}
                  isTicked={ticked.includes(view.id)}
                />
              ))}
              <p>Счётчики, показаний которых у вас сейчас нет, оставьте пустыми.</p>
              <SubmitButton size="large" match={{ intent: 'readings' }} pendingText="Передаём…">
                Передать показания
              </SubmitButton>
            </Stack>
          </Form>
        )}
        {!isForm && meters.length > 0 && (
          <Stack narrow>
            {meters.map((view) => (
              <MeterFields key={view.id} view={view} />
            ))}
          </Stack>
        )}
        {hasReminders && meters.length > 0 && (
          <p>
            <Link to={paths.reminders({ from: 'readings', account })}>Напомнить о показаниях</Link> письмом
            или в календаре.
          </p>
        )}
        {history ? (
          <ReadingHistory account={account} history={history} choices={choices} meter={meter} />
        ) : (
          <MissingPart what="историю показаний" />
        )}
      </Stack>
    </>
  )
}

function NoMeters() {
  return (
    <EmptyState icon="gauge" title="Счётчиков по этому лицевому счёту нет">
      Если счётчик у вас стоит, сообщите о нём компании: после этого показания можно будет передавать здесь.
    </EmptyState>
  )
}

/** Shown to a customer without accounts. */
export function NoAccount() {
  return (
    <WithoutAccount title={READINGS_TITLE}>
      Тогда здесь можно будет передавать показания счётчиков и смотреть прошлые.
    </WithoutAccount>
  )
}

interface ReadingsFormState extends PostForm<string> {
  /** The id of the box that confirms the meter at this place. */
  confirmId(at: number): string
}

/** The state of the form of all meters. Its ids count the meters: an id of a meter may have any characters. */
const readingsForm = (
  meters: readonly MeterView[],
  reply: FormReply | undefined,
  confirm: readonly ConfirmView[],
): ReadingsFormState => {
  const own = reply?.form === READINGS_FORM ? reply : undefined
  const errors = own?.submission.error ?? {}
  const typed = own?.submission.initialValue ?? {}
  const ids = new Map(
    meters.flatMap(({ zones }, at) =>
      zones.map(({ field, zone }) => [field, `${READINGS_FORM}-${at}-${zone}`] as const),
    ),
  )
  const confirmId = (at: number) => `${READINGS_FORM}-${at}-confirmed`
  const summaryOf = (name: string) => (errors[name] ?? []).map((text) => ({ text, fieldId: ids.get(name) }))
  const unseen = Object.keys(errors).filter((name) => !ids.has(name))
  return {
    attributes: { id: READINGS_FORM, method: 'post', noValidate: true },
    control: (name) => ({
      id: ids.get(name) ?? `${READINGS_FORM}-${name}`,
      name,
      errors: errors[name] ?? [],
      defaultValue: typeof typed[name] === 'string' ? typed[name] : undefined,
    }),
    errors: [
      ...unseen.flatMap(summaryOf),
      ...[...ids.keys()].flatMap(summaryOf),
      ...confirm.flatMap(({ meter, questions }) => {
        const at = meters.findIndex(({ id }) => id === meter)
        const { title = '' } = meters[at] ?? {}
        return questions.map(({ words }) => ({
          text: title ? `${title}. ${words}` : words,
          fieldId: at === -1 ? undefined : confirmId(at),
        }))
      }),
    ],
    reply: own,
    confirmId,
  }
}
