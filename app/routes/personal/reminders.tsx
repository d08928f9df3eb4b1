import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { NewCalendarLink } from '~/features/reminders/new-calendar-link'
import {
  type endLinkForm,
  type invoiceLettersForm,
  type letterForm,
  loadReminders,
  type newLinkForm,
  type RemindersState,
  submitReminders,
} from '~/features/reminders/reminders.server'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { Badge } from '~/ui/badge/badge'
import { SubmitButton } from '~/ui/button/submit-button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { MissingPart } from '~/ui/warning/warning'

const TITLE = 'Напоминания'

export const handle = {
  access: 'user',
  secret: true,
  feature: ['reminders', 'invoice-letters'],
  section: paths.profile,
} satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadReminders(request, context)

export const action = submitReminders

/** The answer to a form shows a secret or the typed values: no reload may replace it, not even by an error screen. */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => actionResult === undefined

export default function RemindersRoute() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer && 'address' in answer) return <NewCalendarLink address={answer.address} />
  return <RemindersPage {...page} reply={answer} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(TITLE, args)

/** The settings of reminders about invoices, readings and payments: letters and a calendar. */
function RemindersPage({
  readings,
  invoices,
  email,
  back,
  reply,
}: RemindersState & { reply: FormReply | undefined }) {
  const invoiceLetters = usePostForm<typeof invoiceLettersForm>('invoice-letters', [], reply)
  const letter = usePostForm<typeof letterForm>('reminder-letter', [], reply)
  const newLink = usePostForm<typeof newLinkForm>('new-calendar-link', [], reply)
  const endLink = usePostForm<typeof endLinkForm>('end-calendar-link', [], reply)
  return (
    <>
      <FormOutcome forms={[invoiceLetters, letter, newLink, endLink]} />
      <PageHeading title={TITLE} back={back} />
      <Stack>
        {invoices && <InvoiceLetters areOn={invoices.areOn} email={email} />}
        {readings && <ReminderLetter isOn={readings.isOn} email={email} />}
        {readings && <CalendarPanel link={readings.link} />}
      </Stack>
    </>
  )
}

interface LetterSwitchProps {
  title: string
  /** The name of its form. */
  intent: 'reminder-letter' | 'invoice-letters'
  /** `null` if it could not be loaded. */
  isOn: boolean | null
  /** Names the setting after 'Не удалось загрузить', if it could not be loaded. */
  setting: string
  /** Names the letters after 'Включить' and 'Отключить'. */
  what: string
  /** When the letter comes. */
  children: string
}

/** A kind of letter, with the button that turns it on or off. */
function LetterSwitch({ title, intent, isOn, setting, what, children }: LetterSwitchProps) {
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

interface ReminderLetterProps {
  /** `null` if it could not be loaded. */
  isOn: boolean | null
  email: string
}

/** The letter before the window of readings ends. */
function ReminderLetter({ isOn, email }: ReminderLetterProps) {
  return (
    <LetterSwitch
      title="Напоминания о показаниях"
      intent="reminder-letter"
      isOn={isOn}
      setting="настройку напоминаний"
      what="напоминания"
    >
      {`За три дня до конца приёма напишем на ${email || 'вашу почту'}, если по какому-то счётчику показаний ещё нет. Одно письмо в месяц, отключить можно в любой момент.`}
    </LetterSwitch>
  )
}

interface InvoiceLettersProps {
  /** `null` if it could not be loaded. */
  areOn: boolean | null
  email: string
}

/** The letters about new invoices, and about unpaid ones before their due day. */
function InvoiceLetters({ areOn, email }: InvoiceLettersProps) {
  return (
    <LetterSwitch
      title="Письма о квитанциях"
      intent="invoice-letters"
      isOn={areOn}
      setting="настройку писем о квитанциях"
      what="письма о квитанциях"
    >
      {`Придёт новая квитанция — напишем на ${email || 'вашу почту'}, сколько и до какого дня платить. Если за три дня до срока она ещё не оплачена, напомним один раз. Отключить можно в любой момент.`}
    </LetterSwitch>
  )
}

/** `null` if it could not be loaded. `madeOn`: '2 марта 2026 г.', or `null` if there is no address. */
type CalendarLinkView = { madeOn: string | null } | null

/** The buttons that create, replace and end the calendar's address. */
function CalendarPanel({ link }: { link: CalendarLinkView }) {
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
