import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { type CalendarLinkView, CalendarPanel } from './calendar-panel'
import { InvoiceLetters } from './invoice-letters'
import { ReminderLetter } from './reminder-letter'
import type { endLinkForm, invoiceLettersForm, letterForm, newLinkForm } from './reminders-forms.server'

export const REMINDERS_TITLE = 'Напоминания'

interface RemindersPageProps {
  /** Null where the product API has no reminders of readings; within, where something could not be loaded. */
  readings: { isOn: boolean | null; link: CalendarLinkView } | null
  /** The same of letters about invoices. */
  invoices: { areOn: boolean | null } | null
  email: string
  /** The page that the customer came from. */
  back: { to: string; text: string }
  reply: FormReply | undefined
}

/** How the customer is reminded of invoices, readings and payments: by letter, and in a calendar. */
export function RemindersPage({ readings, invoices, email, back, reply }: RemindersPageProps) {
  const invoiceLetters = usePostForm<typeof invoiceLettersForm>('invoice-letters', [], reply)
  const letter = usePostForm<typeof letterForm>('reminder-letter', [], reply)
  const newLink = usePostForm<typeof newLinkForm>('new-calendar-link', [], reply)
  const endLink = usePostForm<typeof endLinkForm>('end-calendar-link', [], reply)
  return (
    <>
      <FormOutcome forms={[invoiceLetters, letter, newLink, endLink]} />
      <PageHeading title={REMINDERS_TITLE} back={back} />
      <Stack>
        {invoices && <InvoiceLetters areOn={invoices.areOn} email={email} />}
        {readings && <ReminderLetter isOn={readings.isOn} email={email} />}
        {readings && <CalendarPanel link={readings.link} />}
      </Stack>
    </>
  )
}
