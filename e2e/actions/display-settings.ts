import type { Look } from '../data/display-settings'
import type { Visitor } from './visitor'

/** As a cookie from an earlier visit has it. */
export async function comesWith(visitor: Visitor, look: Look, address: string): Promise<void> {
  const value = [look.size, look.scheme, look.font, look.spacing, look.line, look.images].join('_')
  await visitor.context.addCookies([{ name: 'accessibleVersion', value, url: address }])
}
