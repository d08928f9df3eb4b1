import { describe, expect, it } from 'vitest'
import { isSending } from './is-sending'

function submission(action: string, values: Record<string, string> = {}, method = 'POST') {
  const formData = new FormData()
  for (const [name, value] of Object.entries(values)) formData.set(name, value)
  return { formMethod: method, formAction: action, formData }
}

describe('a form is in progress', () => {
  it('not without a navigation, nor while a link is followed', () => {
    expect(isSending({}, '/login')).toBe(false)
  })

  it('while a POST to its action is in progress, whatever the query', () => {
    expect(isSending(submission('/login?redirectTo=%2Fpersonal'), '/login')).toBe(true)
    expect(isSending(submission('/logout'), '/login')).toBe(false)
  })

  it('not while a GET form is in progress', () => {
    expect(isSending(submission('/personal', {}, 'GET'), '/personal')).toBe(false)
  })

  it('only the form whose values are sent, when several share an action', () => {
    const navigation = submission('/personal', { account: '100200' })
    expect(isSending(navigation, '/personal', { account: '100200' })).toBe(true)
    expect(isSending(navigation, '/personal', { account: '100201' })).toBe(false)
    expect(isSending(navigation, '/personal', { intent: 'delete' })).toBe(false)
  })
})
