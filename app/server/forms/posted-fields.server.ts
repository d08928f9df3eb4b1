import type { AppLoadContext } from '@remix-run/node'

/** More fields than any form of the portal has; the rest is ignored. */
const MAX_FIELDS = 1_000

/** Longer than any field may be, so that the field's own rule rejects a value that was cut. */
const MAX_VALUE_LENGTH = 4_200

type RawForm = NonNullable<AppLoadContext['rawForm']>

const parsedForms = new WeakMap<RawForm, Promise<URLSearchParams>>()

/** The text fields of the posted form, limited in number and length; empty when the body is not a form. */
export const postedFields = async ({
  rawForm,
}: Pick<AppLoadContext, 'rawForm'>): Promise<URLSearchParams> => {
  if (!rawForm) return new URLSearchParams()
  // A route reads them up to three times per request.
  const fields = parsedForms.get(rawForm) ?? parse(rawForm)
  parsedForms.set(rawForm, fields)
  return fields
}

const parse = async (rawForm: RawForm) => {
  const isMultipart = rawForm.contentType.startsWith('multipart/form-data')
  const fields = new URLSearchParams()
  for (const [name, value] of isMultipart ? await multipartPairs(rawForm) : urlEncodedPairs(rawForm))
    if (typeof value === 'string') fields.append(name, value.slice(0, MAX_VALUE_LENGTH))
  return fields
}

const urlEncodedPairs = ({ body }: RawForm): Iterable<[string, string]> =>
  new URLSearchParams(body.toString('utf8').split('&', MAX_FIELDS).join('&'))

const multipartPairs = async ({ contentType, body }: RawForm) => {
  const headers = { 'content-type': contentType }
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => new FormData())
  return [...form].slice(0, MAX_FIELDS)
}
