import { paths } from '../../paths'
import { Button } from '../../ui/button/button'
import { PageHeading } from '../../ui/page-heading/page-heading'
import { RadioGroup } from '../../ui/radio-group/radio-group'
import { Stack } from '../../ui/stack/stack'
import { settings as offered, type Settings, settingNames } from './settings'

interface SettingsPageProps {
  settings: Settings
  /** The page to go back to. */
  redirectTo: string
}

/** The settings of the accessible version as a page. */
export function SettingsPage({ settings, redirectTo }: SettingsPageProps) {
  return (
    <>
      <PageHeading
        title="Версия для слабовидящих"
        lead="Выберите, как показывать сайт. Мы запомним выбор в этом браузере на год."
      />
      <form method="post" action={paths.accessibleVersion}>
        <input type="hidden" name="back" value={redirectTo} />
        <Stack gap="large">
          {settingNames.map((name) => (
            <RadioGroup
              key={name}
              id={`setting-${name}`}
              name={name}
              label={offered[name].title}
              options={offered[name].options}
              defaultValue={settings[name]}
            />
          ))}
          <Stack direction="row">
            <Button size="large">Применить</Button>
            <Button size="large" kind="secondary" name="intent" value="reset">
              Сбросить настройки
            </Button>
          </Stack>
        </Stack>
      </form>
    </>
  )
}
