import type { Look } from '../data/display-settings'
import type { Visitor } from './visitor'

/** Turns the accessible version on with these settings, by the cookie of an earlier visit. */
export async function usesLook(visitor: Visitor, look: Look, address: string): Promise<void> {
  const value = [look.size, look.scheme, look.font, look.spacing, look.line, look.images].join('_')
  await visitor.context.addCookies([{ name: 'accessibleVersion', value, url: address }])
}

/** Changes the settings of a page that is open in the accessible version: they are attributes of `<html>` alone. */
export const changesLook = ({ page }: Visitor, look: Look): Promise<void> =>
  page.evaluate((settings) => void Object.assign(document.documentElement.dataset, settings), look)
