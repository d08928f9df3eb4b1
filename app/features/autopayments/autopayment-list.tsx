import { Form } from '@remix-run/react'
import type { ProblemCode } from 'contract/problem'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import { MissingPart } from '~/ui/warning/warning'
import { AutopaymentFacts, Trouble } from './autopayment-facts'
import type { AutopaymentView, CardView } from './autopayment-view'
import styles from './autopayments.module.css'
import type { setStatusForm, unlinkCardForm } from './autopayments.server'

/** A literal, because importing the contract would bring zod into the browser. */
const CONFIRM_REQUIRED: ProblemCode = 'confirm_required'

interface AutopaymentListProps {
  /** Null beside a rejected form: they could not be loaded. */
  autopayments: readonly AutopaymentView[] | null
  cards: readonly CardView[] | null
  /** An autopayment can be given another card. */
  canReplace: boolean
  reply: FormReply | undefined
}

/** The customer's autopayments and saved cards. */
export function AutopaymentList({ autopayments, cards, canReplace, reply }: AutopaymentListProps) {
  const setStatus = usePostForm<typeof setStatusForm>('set-status', [], reply)
  const unlinkCard = usePostForm<typeof unlinkCardForm>('unlink-card', [], reply)
  const isAsked = unlinkCard.reply?.code === CONFIRM_REQUIRED
  const kind = unlinkCard.control('kind').defaultValue === 'sbp' ? 'sbp' : 'card'
  const isEmpty = autopayments?.length === 0
  return (
    <>
      <FormOutcome forms={[setStatus, unlinkCard]} {...(isAsked && { question: `${unlinkWords(kind)}?` })}>
        {isAsked && (
          <ConfirmUnlink card={{ id: unlinkCard.control('paymentMethod').defaultValue ?? '', kind }} />
        )}
      </FormOutcome>
      <PageHeading
        title="Автоплатежи"
        lead="Автоплатёж платит сам. За день до каждого списания пришлём письмо со ссылкой: по ней от списания можно отказаться."
        actions={!isEmpty && <NewAutopaymentLink kind="secondary" />}
      />
      <Stack gap="large">
        {!autopayments ? (
          <MissingPart what="автоплатежи" />
        ) : isEmpty ? (
          <EmptyState icon="repeat" title="Автоплатежей нет" action={<NewAutopaymentLink kind="primary" />}>
            Подключите автоплатёж, и квитанции будут оплачиваться вовремя без вас: каждая или на одну и ту же
            сумму раз в месяц. Приостановить или удалить его можно в любой момент.
          </EmptyState>
        ) : (
          <section aria-labelledby="autopayments">
            <h2 id="autopayments">
              <VisuallyHidden>Подключённые автоплатежи</VisuallyHidden>
            </h2>
            <ul className={styles.list}>
              {autopayments.map((view) => (
                <li key={view.id}>
                  <AutopaymentCard view={view} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <SavedCards cards={cards} canReplace={canReplace} />
      </Stack>
    </>
  )
}

function NewAutopaymentLink({ kind }: { kind: 'primary' | 'secondary' }) {
  return (
    <ButtonLink to={paths.newAutopayment()} kind={kind} icon="plus">
      Подключить автоплатёж
    </ButtonLink>
  )
}

/** One autopayment of the list with its actions. */
function AutopaymentCard({ view }: { view: AutopaymentView }) {
  const { account, title, status } = view
  return (
    <Panel
      title={title ?? `Лицевой счёт ${account}`}
      level={3}
      aside={<Badge tone={status.tone}>{status.text}</Badge>}
      footer={<CardActions view={view} />}
    >
      <Stack>
        <Trouble view={view} />
        <AutopaymentFacts view={view} />
      </Stack>
    </Panel>
  )
}

function CardActions({ view }: { view: AutopaymentView }) {
  const { id, account, toggledStatus, nextStep, canChange } = view
  const which = <VisuallyHidden> автоплатёж лицевого счёта {account}</VisuallyHidden>
  return (
    <>
      {toggledStatus && (
        <Form method="post">
          <input type="hidden" name="intent" value="set-status" />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="status" value={toggledStatus} />
          <SubmitButton
            kind="quiet"
            match={{ intent: 'set-status', id }}
            pendingText={toggledStatus === 'paused' ? 'Приостанавливаем…' : 'Возобновляем…'}
          >
            {toggledStatus === 'paused' ? 'Приостановить' : 'Возобновить'}
            {which}
          </SubmitButton>
        </Form>
      )}
      {nextStep && (
        <ButtonLink kind="secondary" to={nextStep.to}>
          {nextStep.text}
          <VisuallyHidden>: лицевой счёт {account}</VisuallyHidden>
        </ButtonLink>
      )}
      {canChange && (
        <ButtonLink kind="quiet" to={paths.changeAutopayment(id)}>
          Изменить{which}
        </ButtonLink>
      )}
      <ButtonLink kind="quiet" to={paths.autopayment(id)}>
        Журнал списаний<VisuallyHidden> лицевого счёта {account}</VisuallyHidden>
      </ButtonLink>
      <ButtonLink kind="quiet" icon="trash" to={paths.removeAutopayment(id)}>
        Удалить{which}
      </ButtonLink>
    </>
  )
}

interface SavedCardsProps {
  /** Null: they could not be loaded. */
  cards: readonly CardView[] | null
  /** An autopayment can be given another of them. */
  canReplace: boolean
}

/** The saved cards and accounts, each with a button that unlinks it. */
function SavedCards({ cards, canReplace }: SavedCardsProps) {
  const hasAccounts = cards?.some(({ kind }) => kind === 'sbp')
  return (
    <Panel title={hasAccounts ? 'Сохранённые карты и банковские счета' : 'Сохранённые карты'}>
      {!cards ? (
        <MissingPart what="сохранённые карты" />
      ) : cards.length === 0 ? (
        <p>
          Сохранённых карт нет. Карта сохранится, когда вы подключите автоплатёж или попросите об этом при
          оплате.
        </p>
      ) : (
        <Stack gap="small">
          <p>
            {hasAccounts ? 'Карта или банковский счёт отвязываются' : 'Карта отвязывается'} сразу, и
            автоплатежи остановятся. Чтобы платить автоматически,{' '}
            {canReplace ? 'выберите в них другую карту' : 'подключите их заново с другой картой'}.
          </p>
          <ul className={styles.cards}>
            {cards.map((card) => (
              <li key={card.id}>
                <SavedCard card={card} />
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Panel>
  )
}

const unlinkWords = (kind: CardView['kind']) =>
  kind === 'sbp' ? 'Отвязать банковский счёт' : 'Отвязать карту'

function SavedCard({ card: { id, kind, title, expiry } }: { card: CardView }) {
  return (
    <Form method="post" className={styles.card}>
      <input type="hidden" name="intent" value="unlink-card" />
      <input type="hidden" name="paymentMethod" value={id} />
      {kind === 'sbp' && <input type="hidden" name="kind" value={kind} />}
      <span className={styles.name}>
        {title}
        {expiry && <span className={styles.expiry}>{expiry}</span>}
      </span>
      <SubmitButton
        kind="secondary"
        size="small"
        match={{ intent: 'unlink-card', paymentMethod: id }}
        pendingText="Отвязываем…"
      >
        Отвязать<VisuallyHidden>: {title}</VisuallyHidden>
      </SubmitButton>
    </Form>
  )
}

/** The answers to the question: unlink the card, or leave it. */
function ConfirmUnlink({ card: { id, kind } }: { card: Pick<CardView, 'id' | 'kind'> }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="unlink-card" />
      <input type="hidden" name="paymentMethod" value={id} />
      {kind === 'sbp' && <input type="hidden" name="kind" value={kind} />}
      <input type="hidden" name="confirmed" value="yes" />
      <Stack direction="row">
        <SubmitButton
          kind="danger"
          match={{ intent: 'unlink-card', paymentMethod: id, confirmed: 'yes' }}
          pendingText="Отвязываем…"
        >
          {unlinkWords(kind)}
        </SubmitButton>
        <ButtonLink kind="secondary" to={paths.autopayments}>
          Не отвязывать
        </ButtonLink>
      </Stack>
    </Form>
  )
}
