import { describe, expect, test } from 'vitest'
import { listenError } from './listen'
import { ConfigError } from './settings'

const failed = (code: string) => Object.assign(new Error(`listen ${code}`), { code })
const asked = { host: '10.0.0.7', port: 80, portSetting: 'API_PORT' } as const

describe('a server that can not listen', () => {
  test.each([
    ['EADDRINUSE', 'API_PORT: 80 is in use already'],
    ['EACCES', 'API_PORT: 80 may not be used by this user (EACCES)'],
    ['ENOTFOUND', 'HOST: 10.0.0.7 is no address of this machine (ENOTFOUND)'],
    ['EAI_AGAIN', 'HOST: 10.0.0.7 is no address of this machine (EAI_AGAIN)'],
    ['EADDRNOTAVAIL', 'HOST: 10.0.0.7 is no address of this machine (EADDRNOTAVAIL)'],
    ['EAFNOSUPPORT', 'HOST: 10.0.0.7 is no address of this machine (EAFNOSUPPORT)'],
    ['EINVAL', 'HOST: 10.0.0.7 is no address of this machine (EINVAL)'],
  ])('names the setting: %s', (code, words) => {
    const error = listenError(failed(code), asked)
    expect(error).toBeInstanceOf(ConfigError)
    expect(error.message).toBe(words)
  })

  test('keeps an error that no setting explains', () => {
    const error = failed('EMFILE')
    expect(listenError(error, asked)).toBe(error)
  })
})
