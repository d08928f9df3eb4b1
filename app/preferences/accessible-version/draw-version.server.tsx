import { renderToStaticMarkup } from 'react-dom/server'
import { paths } from '../../paths'
import { Icon } from '../../ui/icon/icon'
import stylesheet from './accessible.css?url'
import { type Settings, settings as settingDefinitions, settingNames } from './settings'

/** The parts that only pages of the accessible version have. */
export interface AccessibleVersion {
  /** The attributes of `<html>`, by which the styles apply the settings. */
  attributes: Record<string, string>
  /** The address of accessible.css. */
  stylesheet: string
}

export const drawVersion = (settings: Settings): AccessibleVersion => ({
  attributes: {
    'data-version': 'accessible',
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`data-${name}`, value])),
  },
  stylesheet,
})

/**
 * The HTML at the top of the header: the switch to the accessible version, or in that version its settings panel.
 * Rendered on the server only, so that it adds no script to any page.
 * @param page the path and query that its forms return to
 */
export const drawVersionForms = (settings: Settings | null, page: string): string =>
  renderToStaticMarkup(
    settings ? <SettingsPanel settings={settings} page={page} /> : <VersionSwitch page={page} />,
  )

interface SettingsPanelProps {
  settings: Settings
  /** The path and query of the current page. */
  page: string
}

/** The settings on every page of the accessible version, folded, and the link back to the usual version. */
function SettingsPanel({ settings, page }: SettingsPanelProps) {
  const isOwnPage = page === paths.accessibleVersion || page.startsWith(`${paths.accessibleVersion}?`)
  return (
    <>
      <form method="post" action={paths.accessibleVersion}>
        <input type="hidden" name="back" value={page} />
        <button type="submit" name="intent" value="off">
          Обычная версия
        </button>
      </form>
      {isOwnPage ? null : (
        <details>
          {/* In large text on a phone the second word is for screen readers only. */}
          <summary>
            Настройки<span> отображения</span>
          </summary>
          <form method="post" action={paths.accessibleVersion}>
            <input type="hidden" name="back" value={page} />
            {settingNames.map((name) => (
              <fieldset key={name}>
                <legend>{settingDefinitions[name].title}</legend>
                {settingDefinitions[name].options.map(({ value, title }) => (
                  <label key={value} data-option={`${name}-${value}`}>
                    <input type="radio" name={name} value={value} defaultChecked={settings[name] === value} />
                    <span>{title}</span>
                  </label>
                ))}
              </fieldset>
            ))}
            <p>
              <button type="submit" data-main>
                Применить
              </button>
              <button type="submit" name="intent" value="reset">
                Сбросить настройки
              </button>
            </p>
          </form>
        </details>
      )}
    </>
  )
}

/** The button that turns the accessible version on, at the top of the usual header. */
function VersionSwitch({ page }: { page: string }) {
  return (
    <form method="post" action={paths.accessibleVersion}>
      <input type="hidden" name="back" value={page} />
      <button type="submit">
        <Icon name="glasses" />
        <span>Версия для слабовидящих</span>
      </button>
    </form>
  )
}
