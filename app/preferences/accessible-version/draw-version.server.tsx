import { renderToStaticMarkup } from 'react-dom/server'
import stylesheet from './accessible.css?url'
import type { Settings } from './settings'
import { SettingsPanel } from './settings-panel.server'
import { VersionSwitch } from './version-switch.server'

/** What a page of the accessible version has in addition. */
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
