/** What the holder of an access may do: 'видеть квитанции, платежи и показания, передавать показания'. */
export const rightsInWords = ({ readings, pay }: { readings: boolean; pay: boolean }): string =>
  [
    'видеть квитанции, платежи и\u00a0показания',
    ...(readings ? ['передавать показания'] : []),
    ...(pay ? ['платить'] : []),
  ].join(', ')
