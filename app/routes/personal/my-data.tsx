import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { Consent } from 'contract/my-data'
import { dayIn, formatDayWithYear, formatMoment } from 'format/dates'
import { readableEmail } from 'format/readable-email'
import { pageMeta } from '~/document/page-meta'
import { UndeliverableEmail } from '~/features/profile/undeliverable-email'
import { paths } from '~/paths'
import { formOf } from '~/server/forms/form-definition.server'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { PasswordField } from '~/ui/password-field/password-field'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import { type PostFormOf, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { MissingPart } from '~/ui/warning/warning'
import styles from './my-data.module.css'

const TITLE = 'Мои данные'
const deletionForm = formOf('deletion')

export const handle = {
  access: 'user',
  secret: false,
  feature: 'my-data',
  section: paths.profile,
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { user, api } = await requireUser(request, context)
  const consents = await api.loadIfPossible('consents', {})
  return {
    consents: consents?.data.map((consent) => viewOfConsent(consent, context.config.timeZone)) ?? null,
    email: user?.email ?? '',
    ...(user?.emailUndeliverable && user.email && { undeliverableEmail: readableEmail(user.email) }),
  }
}

/** A consent as the list shows it. */
interface ConsentView {
  kind: string
  isInForce: boolean
  /** One line each: when and from which address it was given, when it was withdrawn, the version of its text. */
  details: readonly string[]
}

const kinds: Readonly<Record<Consent['kind'], string>> = {
  personal_data: 'Обработка персональных данных',
  autopayment: 'Автоплатёж',
}

const viewOfConsent = (
  { kind, version, givenAt, withdrawnAt, address }: Consent,
  timeZone: string,
): ConsentView => {
  const from = address?.trim() ? `, с адреса ${address.trim()}` : ''
  return {
    kind: kinds[kind],
    isInForce: !withdrawnAt,
    details: [
      `Дано ${formatMoment(givenAt, timeZone)}${from}`,
      ...(withdrawnAt ? [`Отозвано ${formatMoment(withdrawnAt, timeZone)}`] : []),
      ...(version.trim() ? [`Редакция ${versionInWords(version.trim(), timeZone)}`] : []),
    ],
  }
}

/** Formats a version that is a day or a moment. Any other version is shown as it is. */
const versionInWords = (version: string, timeZone: string): string => {
  const day = dayIn(version, timeZone)
  return day ? `от ${formatDayWithYear(day)}` : version
}

/** For a second submit: the first one has ended the session. */
const sessionEndedMessage =
  'Сеанс закончился. Если вы только что удалили личный кабинет, он удалён: письмо со ссылкой, чтобы вернуться, уже в пути. Иначе войдите ещё раз.'

const deletedMessage =
  'Личный кабинет удалён. Мы отправили вам письмо: по ссылке из него в течение 30\u00a0дней можно вернуться.'
/** The letter is still sent, but earlier letters did not arrive. */
const undeliverableMessage =
  'Личный кабинет удалён. Мы отправили вам письмо со ссылкой, чтобы вернуться, но наши письма на вашу почту не доходят. Если захотите вернуться, а письма нет, в течение 30\u00a0дней напишите или позвоните в поддержку: контакты внизу страницы.'

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { user, api } = await requireUser(request, context, { sessionEndedMessage })
  return submitForm({ request, context }, deletionForm, {
    call: (body) => api.submit('deletion', { body }),
    next() {
      // The API has ended the session, whatever cookies its answer sets.
      context.visitor.endSession()
      const to = paths.home
      return user?.emailUndeliverable
        ? { message: undeliverableMessage, type: 'warning', stays: true, to }
        : { message: deletedMessage, stays: true, to }
    },
  })
}

/** The customer's own data: consents, the copy of all data, and the deletion. */
export default function MyDataPage() {
  const { consents, email, undeliverableEmail } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const form = usePostForm<typeof deletionForm>('deletion', ['password'], reply)
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading title={TITLE} back={{ to: paths.profile, text: 'Профиль' }} />
      <Stack>
        <Consents consents={consents} />
        <DataCopy />
        <Deletion form={form} email={email} undeliverableEmail={undeliverableEmail} />
      </Stack>
    </>
  )
}

/** The link to the file with all data about the customer. */
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

/** The customer's consents. `null` if they could not be loaded. */
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

interface DeletionProps {
  form: PostFormOf<typeof deletionForm>
  /** The login of the password, for password managers. */
  email: string
  /** The address, if our letters do not reach it. */
  undeliverableEmail: string | undefined
}

/** What happens to the customer's data after a deletion, and the form that requests it. */
function Deletion({ form, email, undeliverableEmail }: DeletionProps) {
  return (
    <Panel title="Удаление личного кабинета">
      <Stack>
        <DefinitionList rows={steps} />
        {undeliverableEmail !== undefined && (
          <UndeliverableEmail email={undeliverableEmail}>
            Письмо со ссылкой, по которой можно вернуться, тоже может не дойти. Сначала убедитесь, что письма
            вам приходят. <Link to={paths.changeEmailRequest}>Изменить адрес почты</Link>
          </UndeliverableEmail>
        )}
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

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(TITLE, args)
