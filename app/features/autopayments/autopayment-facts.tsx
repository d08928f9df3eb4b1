import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Link } from '~/ui/link/link'
import type { AutopaymentView } from './autopayment-view'
import styles from './autopayments.module.css'

/** The facts of an autopayment: account, rule, limit, card, next and last charge. */
export function AutopaymentFacts({ view }: { view: AutopaymentView }) {
  const { account, title, rule, limit, method, next, last } = view
  return (
    <DefinitionList
      rows={[
        // An account without a title has its number as the heading.
        ...(title ? [{ term: 'Лицевой счёт', description: account }] : []),
        { term: 'Когда платит', description: rule },
        { term: 'Лимит одного списания', description: limit },
        method,
        { term: 'Следующее списание', description: next },
        {
          term: 'Последний платёж',
          description: last ? <Link to={last.to}>{last.text}</Link> : 'Ещё не было',
        },
      ]}
    />
  )
}

/** Why an autopayment does not charge, and what to do about it. */
export function Trouble({ view: { trouble, status } }: { view: AutopaymentView }) {
  if (trouble.length === 0) return null
  return (
    <div className={styles.trouble} data-tone={status.tone}>
      {trouble.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
