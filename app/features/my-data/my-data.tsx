import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { ConsentView } from './consent-view'
import { Consents } from './consents'
import { DataCopy } from './data-copy'
import { Deletion, deletionFields } from './deletion'
import type { deletionForm } from './deletion-form.server'

export const MY_DATA_TITLE = 'Мои данные'

interface MyDataProps {
  /** Null where they could not be loaded. */
  consents: readonly ConsentView[] | null
  email: string
  /** Above the form that deletes the account. */
  deletionWarning?: ReactNode
  reply: FormReply | undefined
}

/** What is kept about the customer: what they agreed to, a copy of all of it, and its deletion. */
export function MyData({ consents, email, deletionWarning, reply }: MyDataProps) {
  const form = usePostForm<typeof deletionForm>('deletion', deletionFields, reply)
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading title={MY_DATA_TITLE} back={{ to: paths.profile, text: 'Профиль' }} />
      <Stack>
        <Consents consents={consents} />
        <DataCopy />
        <Deletion form={form} email={email} warning={deletionWarning} />
      </Stack>
    </>
  )
}
