import { registeredProof } from 'api/accounts'
import type { DemoRegisterAccount } from './demo-types'

export const demoProof = ({ account, accessCode }: Pick<DemoRegisterAccount, 'account' | 'accessCode'>) =>
  registeredProof(account, { kind: 'access_code', answer: accessCode })
