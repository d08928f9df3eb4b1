import { fieldsRefused, notFound, Refusal } from 'api/http/refusal'
import { problemCodes } from 'contract/problem'
import { FamilyError } from './family.errors'
import { fieldWords, problemWords as words } from './family.words'

/** How an error of this domain is answered; null for any other error. */
export const familyRefusal = (error: unknown): Refusal | null => {
  if (!(error instanceof FamilyError)) return null
  const { problem } = error
  switch (problem) {
    case 'not_found':
      return notFound()
    case 'already_granted':
    case 'already_accepted':
      return new Refusal(409, { code: problemCodes.alreadyGranted, message: words[problem] })
    case 'own_account':
      return new Refusal(409, { code: problemCodes.ownAccount, message: words[problem] })
    case 'not_waiting':
      return new Refusal(409, { message: words[problem] })
    case 'invitation_over':
      return new Refusal(410, { message: words[problem] })
    case 'wrong_code':
    case 'too_many_open':
      return new Refusal(422, { message: words[problem] })
    case 'until_past':
      return fieldsRefused({ until: [fieldWords.until] })
    case 'own_email':
      return fieldsRefused({ email: [fieldWords.ownEmail] })
  }
}
