import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { BillPicture } from './bill-picture'
import { ContentText } from './content-text'
import styles from './home-page.module.css'
import type { PageBody } from './page-body'

interface HomePageProps {
  title: string
  description: string | null
  body: PageBody
  signedIn: boolean
}

/** The main page: links to sign in and register, or to one's accounts, then the company's text, one card a section. */
export function HomePage({ title, description, body: { intro, sections }, signedIn }: HomePageProps) {
  return (
    <>
      <div className={styles.hero}>
        <div className={styles.words}>
          <PageHeading title={title} lead={description} />
          <div className={styles.actions}>
            {signedIn ? (
              <ButtonLink to={paths.accounts} size="large" icon="wallet">
                Мои лицевые счета
              </ButtonLink>
            ) : (
              <>
                <ButtonLink to={paths.login} size="large">
                  Войти
                </ButtonLink>
                <ButtonLink to={paths.registration()} size="large" kind="secondary">
                  Зарегистрироваться
                </ButtonLink>
              </>
            )}
          </div>
        </div>
        <BillPicture />
      </div>
      {intro.trim() !== '' && (
        <div className={styles.intro}>
          <ContentText html={intro} />
        </div>
      )}
      <div className={styles.cards}>
        {sections.map(({ id, html }) => (
          <Panel key={id}>
            <ContentText html={html} />
          </Panel>
        ))}
      </div>
    </>
  )
}
