import { Icon } from './icon.tsx'

/** A link to an email address. */
export function MailLink({ email }: { readonly email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>
}

/** A link that calls a phone number. `name` is part of the accessible name. With `isIcon` only the icon is visible. */
export function PhoneLink({ phone, name, isIcon = false }: { phone: string; name: string; isIcon?: boolean }) {
  const label = `Call ${name}, ${phone}`
  return (
    <a
      className={isIcon ? 'icon-link' : 'phone'}
      href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
      aria-label={label}
      title={label}
      data-number={phone}
    >
      <Icon name="phone" />
      {!isIcon && phone}
    </a>
  )
}
