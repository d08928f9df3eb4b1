import { paths } from '../../paths'
import { settings as offered, type Settings, settingNames } from './settings'

interface SettingsPanelProps {
  settings: Settings
  /** The path and query of the current page. */
  page: string
}

/** The settings on every page of the accessible version, folded, and the link back to the usual version. */
export function SettingsPanel({ settings, page }: SettingsPanelProps) {
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
                <legend>{offered[name].title}</legend>
                {offered[name].options.map(({ value, title }) => (
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
