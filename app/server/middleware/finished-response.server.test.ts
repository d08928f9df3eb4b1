import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import express, { type Request } from 'express'
import { expect, test } from 'vitest'
import { compress } from '../middleware/finished-response.server'

const requestThatAccepts = (encodings: string | undefined): Request =>
  Object.assign(Object.create(express.request), { headers: { 'accept-encoding': encodings } })

const page = Buffer.from('<p>Лицевой счёт</p>'.repeat(200))

test.each(['br', 'gzip, deflate, br', 'gzip;q=1.0, BR;q=0.5', 'br ; q=1', '*'])(
  'a browser that accepts %s gets brotli',
  (accepted) => {
    const answer = compress(page, requestThatAccepts(accepted))
    expect(answer?.encoding).toBe('br')
    expect(brotliDecompressSync(answer?.body ?? '')).toEqual(page)
  },
)

test.each(['gzip', 'deflate, gzip', 'gzip, br;q=0', 'gzip,br; q=0.000'])(
  'a browser that accepts %s gets gzip',
  (accepted) => {
    const answer = compress(page, requestThatAccepts(accepted))
    expect(answer?.encoding).toBe('gzip')
    expect(gunzipSync(answer?.body ?? '')).toEqual(page)
  },
)

test.each([undefined, '', 'identity', 'deflate', 'br;q=0', 'gzip;q=0, br;q=0.0', 'brotli', 'x-gzip'])(
  'a browser that accepts %j gets it uncompressed',
  (accepted) => {
    expect(compress(page, requestThatAccepts(accepted))).toBeNull()
  },
)

test('a body under 1 KB is not compressed', () => {
  expect(compress(Buffer.alloc(1_023), requestThatAccepts('br'))).toBeNull()
  expect(compress(Buffer.alloc(1_024), requestThatAccepts('br'))).not.toBeNull()
})
