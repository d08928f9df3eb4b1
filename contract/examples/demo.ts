/** The invented customer of the examples: Anna, of the demo company. */
export const anna = {
  id: '748d1037-d8fb-4e67-9aff-33801b10ae6d',
  name: 'Анна Воронцова',
  email: 'anna@mail.example',
  phone: '+79990004827',
  emailVerified: true,
}

export const password = 'tikhaya-gavan-48'
export const newPassword = 'сорок две птицы'

/** The id and the code of a link in a letter. */
export const mailedId = 'b3f0c1d2-6a3e-4a9b-9a51-0d6f5f7b1c24'
export const mailedCode = { code: 'Vb2nYp0sQm4tKx7eRz1hLw' }

export const flat = '4010028513'
export const internet = '7120004468'
export const garage = '5330001748'
export const dacha = '6200015394'

/** Nina's two accounts have one payee. */
export const ninaFlat = '4010031902'
export const ninaRoom = '4010044720'

export const card = { kind: 'card' as const, title: 'Мир •• 2987' }
export const cardId = 'f1bbc95b-a34d-4188-b77c-f2aa0edca0d1'
export const autopaymentId = '8ddaebcb-9bef-4cd1-bdf1-f38a6ee52833'

export const keyOfForm = '5f0c2b1e-6d4a-4f7e-9a0b-1c2d3e4f5a6b'

/** The portal's pages to which a payer comes back. */
export const returnTo = (page: string) => ({
  successUrl: `https://portal.example${page}-success`,
  failedUrl: `https://portal.example${page}-failed`,
})
