import type { AppLoadContext } from '@remix-run/node'

/** More fields than any form of the portal has. What is posted after them is not read. */
const MOST_FIELDS = 1_000

/** Longer than any field may be, so that a cut value is refused by its own rule. */
const LONGEST_VALUE = 4_200

type Posted = NonNullable<AppLoadContext['posted']>

const read = new WeakMap<Posted, Promise<URLSearchParams>>()

/** The text fields of the posted form, bounded in number and length; empty when something else than a form was posted. */
export const postedFields = async ({ posted }: Pick<AppLoadContext, 'posted'>): Promise<URLSearchParams> => {
  if (!posted) return new URLSearchParams()
  // A route reads them up to three times in one request.
  const fields = read.get(posted) ?? parse(posted)
  read.set(posted, fields)
  return fields
}

const parse = async (posted: Posted) => {
  const isMultipart = posted.contentType.startsWith('multipart/form-data')
  const fields = new URLSearchParams()
  for (const [name, value] of isMultipart ? await multipartPairs(posted) : urlEncodedPairs(posted))
    if (typeof value === 'string') fields.append(name, value.slice(0, LONGEST_VALUE))
  return fields
}

const urlEncodedPairs = ({ body }: Posted): Iterable<[string, string]> =>
  new URLSearchParams(body.toString('utf8').split('&', MOST_FIELDS).join('&'))

const multipartPairs = async ({ contentType, body }: Posted) => {
  const headers = { 'content-type': contentType }
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => new FormData())
  return [...form].slice(0, MOST_FIELDS)
}
