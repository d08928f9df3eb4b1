import { QrCode } from './qr-code'

export const title = 'QR-код'

/** The smallest code there is, of the digits 12345. */
const drawing = {
  size: 29,
  path: 'M4 4h7v1h-7zM12 4h1v1h-1zM15 4h2v1h-2zM18 4h7v1h-7zM4 5h1v1h-1zM10 5h1v1h-1zM13 5h1v1h-1zM18 5h1v1h-1zM24 5h1v1h-1zM4 6h1v1h-1zM6 6h3v1h-3zM10 6h1v1h-1zM14 6h1v1h-1zM16 6h1v1h-1zM18 6h1v1h-1zM20 6h3v1h-3zM24 6h1v1h-1zM4 7h1v1h-1zM6 7h3v1h-3zM10 7h1v1h-1zM12 7h1v1h-1zM14 7h1v1h-1zM18 7h1v1h-1zM20 7h3v1h-3zM24 7h1v1h-1zM4 8h1v1h-1zM6 8h3v1h-3zM10 8h1v1h-1zM12 8h3v1h-3zM16 8h1v1h-1zM18 8h1v1h-1zM20 8h3v1h-3zM24 8h1v1h-1zM4 9h1v1h-1zM10 9h1v1h-1zM12 9h1v1h-1zM14 9h2v1h-2zM18 9h1v1h-1zM24 9h1v1h-1zM4 10h7v1h-7zM12 10h1v1h-1zM14 10h1v1h-1zM16 10h1v1h-1zM18 10h7v1h-7zM12 11h5v1h-5zM4 12h1v1h-1zM8 12h1v1h-1zM10 12h4v1h-4zM15 12h1v1h-1zM17 12h5v1h-5zM24 12h1v1h-1zM4 13h5v1h-5zM12 13h1v1h-1zM15 13h2v1h-2zM19 13h1v1h-1zM21 13h2v1h-2zM5 14h1v1h-1zM8 14h5v1h-5zM15 14h1v1h-1zM18 14h3v1h-3zM24 14h1v1h-1zM4 15h1v1h-1zM6 15h1v1h-1zM9 15h1v1h-1zM11 15h2v1h-2zM14 15h1v1h-1zM17 15h2v1h-2zM20 15h5v1h-5zM5 16h3v1h-3zM9 16h3v1h-3zM16 16h3v1h-3zM24 16h1v1h-1zM12 17h2v1h-2zM16 17h3v1h-3zM22 17h3v1h-3zM4 18h7v1h-7zM12 18h1v1h-1zM16 18h2v1h-2zM21 18h1v1h-1zM23 18h1v1h-1zM4 19h1v1h-1zM10 19h1v1h-1zM15 19h2v1h-2zM19 19h1v1h-1zM21 19h1v1h-1zM23 19h1v1h-1zM4 20h1v1h-1zM6 20h3v1h-3zM10 20h1v1h-1zM12 20h1v1h-1zM15 20h1v1h-1zM18 20h3v1h-3zM22 20h3v1h-3zM4 21h1v1h-1zM6 21h3v1h-3zM10 21h1v1h-1zM14 21h3v1h-3zM19 21h1v1h-1zM21 21h1v1h-1zM23 21h2v1h-2zM4 22h1v1h-1zM6 22h3v1h-3zM10 22h1v1h-1zM14 22h2v1h-2zM18 22h5v1h-5zM4 23h1v1h-1zM10 23h1v1h-1zM14 23h1v1h-1zM17 23h2v1h-2zM20 23h1v1h-1zM22 23h2v1h-2zM4 24h7v1h-7zM12 24h2v1h-2zM16 24h3v1h-3zM22 24h3v1h-3z',
}

export const examples = {
  'На светлом при любых цветах': <QrCode drawing={drawing} label="QR-код для примера" />,
}
