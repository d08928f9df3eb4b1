import { z } from 'zod'

const object = z.record(z.string(), z.unknown())

/** A stored JSON object, without what has this name in it, at any depth. */
export const jsonWithout = (hidden: string, json: string): Record<string, unknown> =>
  object.parse(JSON.parse(json, (name, value: unknown) => (name === hidden ? undefined : value)))
