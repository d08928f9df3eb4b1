import { describe, expect, it } from 'vitest'
import { isProof, isProvable, type ProofQuestion, provingQuestion, registeredProof } from './proof'

const account = '4010031186'
const code = '61830457'
const { proof_answer_hash: hash } = registeredProof(account, { kind: 'access_code', answer: code })

describe('a question', () => {
  const good: ProofQuestion = {
    answer: /^\d{6}$/,
    possibleAnswers: 10 ** 6,
    isKnownToOutsiders: false,
  }

  it('that only the payer can answer is taken', () => {
    expect(provingQuestion(good)).toBe(good)
    expect(provingQuestion({ ...good, possibleAnswers: 10_000 }).possibleAnswers).toBe(10_000)
  })

  it.each([
    ['known to outsiders', { isKnownToOutsiders: true }, 'outsiders know'],
    ['guessed in a day', { possibleAnswers: 9_999 }, '9999 possible answers'],
  ])('whose answer is %s is refused', (_, bad, why) => {
    expect(() => provingQuestion({ ...good, ...bad })).toThrow(RangeError)
    expect(() => provingQuestion({ ...good, ...bad })).toThrow(why)
  })

  it('of no kind, or of one that there is not, is not asked', () => {
    for (const kind of [null, '', 'bill_total', 'toString', '__proto__']) expect(isProvable(kind)).toBe(false)
    expect(isProvable('access_code')).toBe(true)
  })
})

describe('an answer', () => {
  it.each([code, ' 6183 0457 ', '6183-0457', '6183\u00a00457', '\u200e6183\u200b0457', '６１８３０４５７'])(
    'may be typed as %s',
    (typed) => {
      expect(isProof(account, typed, hash)).toBe(true)
    },
  )

  it.each(['61830458', '6183045', '618304570', '', '1159,40', 'Ковалёв'])('is not %s', (typed) => {
    expect(isProof(account, typed, hash)).toBe(false)
  })

  it('is none where nothing is kept', () => {
    for (const typed of ['', ' ', code]) expect(isProof(account, typed, '')).toBe(false)
  })

  it.each(['', '1234', '123456789', '1 159,40', 'Ковалёв'])(
    'of another form is not taken into the register: %s',
    (answer) => {
      expect(() => registeredProof(account, { kind: 'access_code', answer })).toThrow(RangeError)
    },
  )

  it('of two accounts is kept differently', () => {
    const other = registeredProof('4010028513', { kind: 'access_code', answer: code })
    expect(other.proof_answer_hash).not.toBe(hash)
    expect(isProof('4010028513', code, hash)).toBe(false)
  })
})
