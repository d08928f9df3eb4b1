import { typedAccountNumber } from 'api/http/field-rules'
import { addAccountBody } from 'contract/accounts'
import { longestProof } from 'contract/limits'
import { z } from 'zod'
import { fieldWords as words } from './accounts.words'

export const addAccountRules = addAccountBody.extend({
  account: typedAccountNumber({ missing: words.account, tooLong: words.longAccount }),
  proof: z.string().max(longestProof, words.longProof).optional(),
})
