import { Badge } from '~/ui/badge/badge'
import { MissingPart } from '~/ui/missing-part/missing-part'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'
import type { ConsentView } from './consent-view'
import styles from './consents.module.css'

/** What the customer has agreed to; null where it could not be loaded. */
export function Consents({ consents }: { consents: readonly ConsentView[] | null }) {
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
