import { Form, useLocation, useNavigation } from '@remix-run/react'
import type { Feature } from 'contract/features'
import { useEffect, useRef } from 'react'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { isSending } from '~/ui/button/is-sending'
import { SubmitButton } from '~/ui/button/submit-button'
import { Field } from '~/ui/field/field'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { NewPasswordFields, PasswordField } from '~/ui/password-field/password-field'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { type PostForm, type PostFormOf, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import styles from './profile.module.css'
import type { passwordForm, profileForm } from './profile-forms.server'
import { UndeliverableEmail } from './undeliverable-email'

/** The customer's profile, formatted. */
interface ProfileView {
  name: string
  email: string
  /** The address as password managers know it from the login. */
  login: string
  /** Whether letters to the address do not arrive. */
  isUndeliverable: boolean
  /** As people write it; empty when there is none. */
  phone: string
}

interface ProfileProps {
  /** Null beside a rejected form when the profile could not be loaded: then only that form is shown. */
  profile: ProfileView | null
  /** The features of the product API. */
  features: readonly string[]
  reply: FormReply | undefined
}

/** The customer's profile, with a form for each part. */
export function Profile({ profile, features, reply }: ProfileProps) {
  const { name = '', phone = '', email = '', login = '', isUndeliverable = false } = profile ?? {}
  const forProfile = usePostForm<typeof profileForm>('profile', profileFields, reply, { name, phone })
  const forPassword = usePostForm<typeof passwordForm>('password', passwordFields, reply)
  useFreshForms([forProfile, forPassword], reply)
  return (
    <>
      <FormOutcome forms={[forProfile, forPassword]} />
      <PageHeading title="Профиль" />
      <Stack>
        {(profile || forProfile.reply) && (
          <Panel title="Личные данные">
            <ProfileForm form={forProfile} />
          </Panel>
        )}
        {profile && (
          <Panel title="Электронная почта">
            <p className={styles.email}>{email}</p>
            {isUndeliverable && <UndeliverableEmail email={email} />}
            <p>На этот адрес приходят письма, с ним вы входите в кабинет.</p>
            <div>
              <ButtonLink to={paths.changeEmailRequest} kind="secondary" icon="mail">
                Изменить адрес почты
              </ButtonLink>
            </div>
          </Panel>
        )}
        {(profile || forPassword.reply) && (
          <Panel title="Пароль">
            <PasswordForm form={forPassword} email={login} />
          </Panel>
        )}
        {profile && <ProfileLinks features={features} />}
      </Stack>
    </>
  )
}

/** After saving, the controls of the form that was sent show the stored values, and no typed password. */
const useFreshForms = (forms: readonly PostForm<string>[], reply: FormReply | undefined) => {
  const navigation = useNavigation()
  const isOver = navigation.state === 'idle'
  const sendingForm = forms
    .map(({ attributes }) => attributes.id)
    .find((intent) => isSending(navigation, paths.profile, { intent }))
  const { key } = useLocation()
  const lastSent = useRef<{ form: string; from: string }>()
  useEffect(() => {
    // Only a form of this page counts. The cookie choice also returns to this page, but typed values have to stay.
    const sentForm = isOver && !reply ? lastSent.current : undefined
    lastSent.current = sendingForm === undefined ? undefined : { form: sendingForm, from: key }
    // The same location key: the form got no answer, and its values have to stay.
    const form = sentForm && sentForm.from !== key ? document.getElementById(sentForm.form) : null
    if (form instanceof HTMLFormElement) form.reset()
  }, [sendingForm, isOver, reply, key])
}

const profileFields = ['name', 'phone'] as const

function ProfileForm({ form }: { form: PostFormOf<typeof profileForm> }) {
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

const passwordFields = ['password_old', 'password', 'password_confirmation'] as const

interface PasswordFormProps {
  form: PostFormOf<typeof passwordForm>
  /** For password managers. */
  email: string
}

function PasswordForm({ form, email }: PasswordFormProps) {
  return (
    <Form {...form.attributes}>
      <input type="hidden" name="intent" value="password" />
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Stack narrow>
        <PasswordField
          {...form.control('password_old')}
          label="Текущий пароль"
          autoComplete="current-password"
        />
        <NewPasswordFields
          label="Новый пароль"
          password={form.control('password')}
          confirmation={form.control('password_confirmation')}
        />
        <div>
          <SubmitButton match={{ intent: 'password' }} pendingText="Меняем…">
            Изменить пароль
          </SubmitButton>
        </div>
      </Stack>
    </Form>
  )
}

interface ProfileLink {
  /** The link is shown if the product API has one of these features. */
  features: readonly Feature[]
  title: string
  to: string
  /** What the page has. */
  text: string
}

const links: readonly ProfileLink[] = [
  {
    features: ['invoice-letters', 'reminders'],
    title: 'Напоминания',
    to: paths.reminders(),
    text: 'Письма о квитанциях и показаниях, календарь сроков',
  },
  {
    features: ['security'],
    title: 'Безопасность',
    to: paths.security,
    text: 'Где вы вошли в кабинет и второй шаг при входе',
  },
  {
    features: ['my-data'],
    title: 'Мои данные',
    to: paths.myData,
    text: 'Согласия, копия данных и удаление кабинета',
  },
]

/** Links to other pages of the customer. */
function ProfileLinks({ features }: { features: readonly string[] }) {
  const visibleLinks = links.filter((link) => link.features.some((feature) => features.includes(feature)))
  if (visibleLinks.length === 0) return null
  return (
    <Panel title="Также в профиле">
      <ul className={styles.links}>
        {visibleLinks.map(({ title, to, text }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
