import { paths } from '~/paths'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { type CalendarLinkView, CalendarPanel } from './calendar-panel'
import { ReminderLetter } from './reminder-letter'
import type { endLinkForm, letterForm, newLinkForm } from './reminders-forms.server'

export const REMINDERS_TITLE = 'Напоминания'

interface RemindersPageProps {
  /** Null where it could not be loaded. */
  isOn: boolean | null
  link: CalendarLinkView
  email: string
  reply: FormReply | undefined
}

/** How the customer is reminded of readings and payments: by letter, and in a calendar. */
export function RemindersPage({ isOn, link, email, reply }: RemindersPageProps) {
  const letter = usePostForm<typeof letterForm>('reminder-letter', [], reply)
  const newLink = usePostForm<typeof newLinkForm>('new-calendar-link', [], reply)
  const endLink = usePostForm<typeof endLinkForm>('end-calendar-link', [], reply)
  return (
    <>
      <FormOutcome forms={[letter, newLink, endLink]} />
      <PageHeading title={REMINDERS_TITLE} back={{ to: paths.readings(), text: 'Показания счётчиков' }} />
      <Stack>
        <ReminderLetter isOn={isOn} email={email} />
        <CalendarPanel link={link} />
      </Stack>
    </>
  )
}
