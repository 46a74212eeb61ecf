import { Icon } from './icon.tsx'

/** An address to write to. */
export function MailLink({ email }: { readonly email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>
}

/** A number to ring. `name` is for those who do not see whose row it is in; with `isIcon` only the phone is drawn. */
export function PhoneLink({ phone, name, isIcon = false }: { phone: string; name: string; isIcon?: boolean }) {
  const label = `Ring ${name}, ${phone}`
  return (
    <a
      className={isIcon ? 'icon-link' : 'phone'}
      href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
      aria-label={label}
      title={label}
    >
      <Icon name="phone" />
      {!isIcon && phone}
    </a>
  )
}
