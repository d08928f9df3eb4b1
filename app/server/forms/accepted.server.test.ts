import { expect, test } from 'vitest'
import { requestContextWith } from '../../../tests/web/support/request-context'
import { isAccepted, markAccepted } from './accepted.server'

test('a form is accepted for its own request alone', () => {
  const [accepted, other] = [requestContextWith({}).context, requestContextWith({}).context]
  markAccepted(accepted)
  expect([isAccepted(accepted), isAccepted(other)]).toEqual([true, false])
})
