import { renderToStaticMarkup } from 'react-dom/server'
import stylesheet from './accessible.css?url'
import type { Settings } from './settings'
import { SettingsPanel } from './settings-panel.server'
import { VersionSwitch } from './version-switch.server'

/** What makes a page one of the accessible version. */
export interface AccessibleVersion {
  /** On `<html>`: the styles go by them. */
  attributes: Record<string, string>
  /** The address of the styles that the usual version does without. */
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
 * The HTML at the top of the header: the way to the accessible version, and there its panel. Drawn by the server
 * alone, so that it costs no page a script.
 * @param page the path and query that its forms lead back to
 */
export const drawVersionForms = (settings: Settings | null, page: string): string =>
  renderToStaticMarkup(
    settings ? <SettingsPanel settings={settings} page={page} /> : <VersionSwitch page={page} />,
  )
