import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/button/submit-button'
import { Field } from '~/ui/field/field'
import type { PostFormOf } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { profileForm } from './profile-forms.server'

export const profileFields = ['name', 'phone'] as const

export function ProfileForm({ form }: { form: PostFormOf<typeof profileForm> }) {
  return (
    <Form {...form.attributes}>
      <input type="hidden" name="intent" value="profile" />
      <Stack narrow>
        <Field {...form.control('name')} label="Имя" hint="Как к вам обращаться" autoComplete="name" />
        <Field
          {...form.control('phone')}
          label="Телефон"
          hint="Например, +7&nbsp;999&nbsp;123-45-67"
          optional
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <div>
          <SubmitButton match={{ intent: 'profile' }} pendingText="Сохраняем…">
            Сохранить
          </SubmitButton>
        </div>
      </Stack>
    </Form>
  )
}
