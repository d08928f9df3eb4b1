import type { invoice } from 'contract/invoices'
import type { z } from 'zod'

type Wire = z.input<typeof invoice>

/** An invoice as an API sends it, for tests; the bank details have valid check digits. */
export const anInvoice = (changes: Partial<Wire> = {}): Wire => ({
  id: 'invoice-2026-10',
  account: '1234567890',
  period: '2026-10',
  issuedAt: '2026-11-01',
  dueAt: '2026-11-15',
  status: 'unpaid',
  address: 'г. Тихобережск, ул. Садовая, д. 14, кв. 27',
  payer: 'В…а А. С.',
  area: 54.3,
  residents: 2,
  openingBalance: 10000,
  lines: [
    { service: 'Содержание жилья', unit: 'м²', volume: 54.3, tariff: 3819, charged: 207372, total: 207372 },
    {
      service: 'Холодная вода',
      unit: 'м³',
      volume: 8.25,
      tariff: 5059.2,
      charged: 41738,
      recalculation: -1000,
      benefit: 2019,
      total: 38719,
    },
  ],
  penalty: 4000,
  paid: 0,
  total: 260091,
  payee: {
    name: 'ООО УК',
    inn: '7707083893',
    kpp: '770701001',
    bankName: 'ПАО Сбербанк',
    bic: '044525225',
    correspondentAccount: '30101810400000000225',
    settlementAccount: '40702810138250123017',
  },
  ...changes,
})
