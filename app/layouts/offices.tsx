import type { Location, WorkingHours } from 'contract/base-data'
import { formatPhone } from 'format/phone'
import { Icon } from '../ui/icon/icon'
import { PhoneLink } from '../ui/link/link'
import styles from './offices.module.css'

/** The company's offices: addresses, phones, working hours. */
export function Offices({ locations }: { locations: readonly Location[] }) {
  return (
    <ul className={styles.places}>
      {locations.map((location) => (
        <li key={`${location.title} ${location.address}`}>
          <Place location={location} />
        </li>
      ))}
    </ul>
  )
}

function Place({ location: { title, address, phone, workingHours } }: { location: Location }) {
  return (
    <>
      <b className={styles.place}>
        <Icon name="map-pin" />
        <span>{title}</span>
      </b>
      <div>{address}</div>
      {phone?.trim() && (
        <div>
          <PhoneLink number={phone}>{formatPhone(phone)}</PhoneLink>
        </div>
      )}
      {typeof workingHours === 'string' && <div className={styles.note}>{workingHours}</div>}
      {Array.isArray(workingHours) && <Hours hours={workingHours} />}
    </>
  )
}

export function Hours({ hours }: { hours: readonly WorkingHours[] }) {
  return (
    <ul className={styles.hours}>
      {hours.map(({ days, hours: time }) => (
        <li key={`${days} ${time}`}>{`${days}: ${time}`}</li>
      ))}
    </ul>
  )
}
