import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { PasswordField } from '~/ui/password-field/password-field'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { type PostFormOf, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { MissingPart } from '~/ui/warning/warning'
import type { ConsentView } from './consent-view'
import styles from './consents.module.css'
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

/** The way to the file with everything that is kept about the customer. */
function DataCopy() {
  return (
    <Panel title="Копия ваших данных">
      <Stack narrow>
        <p>
          В одном файле JSON&nbsp;— всё, что мы храним о вас: профиль, лицевые счета, платежи и чеки,
          автоплатежи, согласия, входы в кабинет и письма.
        </p>
        <div>
          <ButtonLink kind="secondary" to={paths.myDataJson} reload>
            Скачать копию данных
          </ButtonLink>
        </div>
      </Stack>
    </Panel>
  )
}

/** What the customer has agreed to; null where it could not be loaded. */
function Consents({ consents }: { consents: readonly ConsentView[] | null }) {
  return (
    <Panel title="Согласия">
      {!consents ? (
        <MissingPart what="согласия" />
      ) : consents.length === 0 ? (
        <p>Согласий вы пока не давали.</p>
      ) : (
        <Stack gap="small">
          <p>
            Согласие на обработку данных действует, пока у вас есть личный кабинет, согласие на
            автоплатёж&nbsp;— пока есть этот автоплатёж.
          </p>
          <ul className={styles.consents}>
            {consents.map((consent) => (
              <li key={`${consent.kind} ${consent.details.join()}`}>
                <OneConsent consent={consent} />
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Panel>
  )
}

function OneConsent({ consent: { kind, isInForce, details } }: { consent: ConsentView }) {
  return (
    <>
      <div className={styles.head}>
        <span className={styles.kind}>{kind}</span>
        {isInForce ? <Badge tone="paid">Действует</Badge> : <Badge>Отозвано</Badge>}
      </div>
      <div className={styles.details}>
        {details.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
    </>
  )
}

const deletionFields = ['password'] as const

interface DeletionProps {
  form: PostFormOf<typeof deletionForm>
  /** Whose password it is: password managers want to know. */
  email: string
  warning?: ReactNode
}

/** What becomes of the customer's data when they leave, and the form by which they do. */
function Deletion({ form, email, warning }: DeletionProps) {
  return (
    <Panel title="Удаление личного кабинета">
      <Stack>
        <DefinitionList rows={steps} />
        {warning}
        <Form {...form.attributes}>
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <Stack narrow>
            <PasswordField
              {...form.control('password')}
              label="Пароль"
              hint="Пароль от кабинета: так мы убедимся, что это вы"
              autoComplete="current-password"
            />
            <div>
              <SubmitButton kind="danger" icon="trash" pendingText="Удаляем…">
                Удалить личный кабинет
              </SubmitButton>
            </div>
          </Stack>
        </Form>
      </Stack>
    </Panel>
  )
}

const steps = [
  {
    term: 'Сразу',
    description:
      'Вы выйдете на всех устройствах, и войти будет нельзя. Автоплатежи остановятся, карты отвяжутся. Мы пришлём письмо со ссылкой, по которой можно вернуться.',
  },
  {
    term: 'В течение 30\u00a0дней',
    description:
      'По ссылке из письма удаление можно отменить. Автоплатежи и карты нужно будет подключить заново.',
  },
  {
    term: 'Через 30\u00a0дней',
    description: 'Имя, почта, телефон и всё остальное, что мы храним о вас, стираются навсегда.',
  },
  {
    term: 'Что останется',
    description:
      'Сведения о платежах\u00a0— без вашего имени и почты: закон о бухгалтерском учёте обязывает хранить их не меньше пяти лет. Если были автоплатежи, три года хранится, когда вы согласились на списания и когда о них предупреждали, тоже без имени. Долг по лицевому счёту не исчезнет, платить можно и без кабинета.',
  },
]
