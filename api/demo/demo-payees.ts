import type { DemoPayee } from './demo-types'

/** Fictitious companies and a bank; their numbers pass validation. */
const bank = {
  bankName: 'АО «Тихобережный банк», г. Тихобережск',
  bic: '044599871',
  correspondentAccount: '30101810800000000871',
}

export const demoPayees: readonly DemoPayee[] = [
  {
    id: 'housing',
    name: 'ООО «УК „Тихий берег“»',
    inn: '5099001232',
    kpp: '509901001',
    ...bank,
    settlementAccount: '40702810220000001234',
  },
  {
    id: 'telecom',
    name: 'ООО «Берег Телеком»',
    inn: '5099004561',
    kpp: '509901001',
    ...bank,
    settlementAccount: '40702810170000004815',
  },
  {
    id: 'garages',
    name: 'ТСН «Гаражи на Причальной»',
    inn: '5099007890',
    kpp: '509901001',
    ...bank,
    settlementAccount: '40703810520000001234',
  },
  {
    id: 'power',
    name: 'АО «Тихобережская энергосбытовая компания»',
    inn: '5099009129',
    kpp: '509901001',
    ...bank,
    settlementAccount: '40702810150000002316',
  },
]
