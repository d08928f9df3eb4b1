import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import { MissingPart } from '~/ui/warning/warning'
import type { CardView } from './autopayment-view'
import styles from './autopayments.module.css'

interface SavedCardsProps {
  /** Null: they could not be loaded. */
  cards: readonly CardView[] | null
  /** An autopayment can be given another of them. */
  canReplace: boolean
}

/** The saved cards and accounts, each with a button that unlinks it. */
export function SavedCards({ cards, canReplace }: SavedCardsProps) {
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

/** What the button that unlinks says. */
export const unlinkWords = (kind: CardView['kind']) =>
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
export function UnlinkAllTheSame({ card: { id, kind } }: { card: Pick<CardView, 'id' | 'kind'> }) {
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
