import { describe, expect, test } from 'vitest'
import { postedFields } from './posted-fields.server'

const multipart = async (form: FormData) => {
  const request = new Request('https://portal.example.test/', { method: 'POST', body: form })
  const body = Buffer.from(await request.arrayBuffer())
  return { contentType: request.headers.get('content-type') ?? '', body }
}
const urlEncoded = (text: string) => ({
  contentType: 'application/x-www-form-urlencoded',
  body: Buffer.from(text),
})
const fieldsOf = async (posted: Parameters<typeof postedFields>[0]['rawForm']) => [
  ...(await postedFields({ rawForm: posted })),
]

describe('the fields of a posted form', () => {
  test('are none without a form', async () => {
    expect(await fieldsOf(null)).toEqual([])
  })

  test('are its names and values, in either encoding', async () => {
    expect(await fieldsOf(urlEncoded('name=%D0%90%D0%BD%D0%BD%D0%B0&a=1&a=2&empty='))).toEqual([
      ['name', 'Анна'],
      ['a', '1'],
      ['a', '2'],
      ['empty', ''],
    ])
    const form = new FormData()
    form.append('name', 'Анна')
    form.append('file', new File(['words'], 'words.txt'))
    expect(await fieldsOf(await multipart(form))).toEqual([['name', 'Анна']])
  })

  test('are the same however often they are read', async () => {
    const posted = urlEncoded('name=1')
    expect(await postedFields({ rawForm: posted })).toBe(await postedFields({ rawForm: posted }))
  })

  test('are none of a body that is broken', async () => {
    const body = Buffer.from('not a form')
    expect(await fieldsOf({ contentType: 'multipart/form-data; boundary=x', body })).toEqual([])
  })

  test('are cut to 4 200 characters, and to a thousand in number', async () => {
    expect(await fieldsOf(urlEncoded(`name=${'x'.repeat(5_000)}`))).toEqual([['name', 'x'.repeat(4_200)]])
    const names = Array.from({ length: 1_100 }, (_, index) => `f${index}`)
    expect(await fieldsOf(urlEncoded(names.map((name) => `${name}=`).join('&')))).toHaveLength(1_000)
    const form = new FormData()
    for (const name of names) form.append(name, '')
    expect(await fieldsOf(await multipart(form))).toHaveLength(1_000)
  })
})
