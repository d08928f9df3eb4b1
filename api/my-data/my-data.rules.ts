import { z } from 'zod'
import { deletionWords as words } from './my-data.words'

export const deletionRules = z.object({ password: z.string(words.noPassword).min(1, words.noPassword) })
