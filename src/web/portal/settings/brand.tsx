import { Button } from '@mantine/core'
import { useState } from 'react'
import { darkShade, lightShade, mostLogoBytes } from '../../../domain/brand.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { useField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { useBrand } from './settings.ts'

type BrandInput = Records['BrandInput']
type TypedLogo = { readonly name: string; readonly src: string; readonly body: NonNullable<BrandInput['logo']> }

/** The logo and the colour that customers see: on the form for enquiries, on the page of their trip, in mails and on papers. */
export function BrandSettings() {
  return <ReadStates query={useBrand()}>{({ data }) => <BrandForm key={JSON.stringify(data)} brand={data} />}</ReadStates>
}

const usual = '#1b4f9c'

function BrandForm({ brand }: { readonly brand: Records['Brand'] }) {
  const draft = useDraft(null, { accent: brand.accent, logo: undefined as TypedLogo | null | undefined })
  const { values, set } = draft
  const write = useWrite({
    send: (body: BrandInput, headers) => api.PUT('/portal/v1/brand', { body, headers }),
    refreshes: [['brand']],
    onDone: () => say('Saved. Customers see it from now on.'),
  })
  const submit = () =>
    void write.run({ accent: values.accent, ...(values.logo !== undefined && { logo: values.logo?.body ?? null }) })
  const kept = brand.logo_url === null ? null : new URL(brand.logo_url)
  const src = values.logo === undefined ? kept && kept.pathname + kept.search : (values.logo?.src ?? null)
  return (
    <Form write={write} submit={submit} button="Use logo and colour">
      <section className="settings-part" aria-label="What customers see">
        <h2>What customers see</h2>
        <p className="quiet">On the form for enquiries, on the page of their trip, in mails and on papers.</p>
        <LogoField src={src} onLogo={(logo) => set({ logo })} />
        <AccentField accent={values.accent} onAccent={(accent) => set({ accent })} />
      </section>
    </Form>
  )
}

function LogoField({ src, onLogo }: { readonly src: string | null; readonly onLogo: (logo: TypedLogo | null) => void }) {
  const { error } = useField({ path: 'logo.data', label: 'Logo' })
  const [fault, setFault] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setFault(null)
    if (file.type !== 'image/png' && file.type !== 'image/svg+xml') return setFault('A logo is a PNG or an SVG.')
    if (file.size > mostLogoBytes) return setFault(`${file.name} has ${Math.ceil(file.size / 1024)} KB; a logo has 64 at most.`)
    const src = await dataUrlOf(file)
    onLogo({ name: file.name, src, body: { media_type: file.type, data: src.slice(src.indexOf(',') + 1) } })
  }
  const wrong = fault ?? error
  return (
    <div className="brand-logo">
      <label htmlFor="brand-logo">Logo</label>
      <p className="quiet" id="brand-logo-help">
        A PNG or SVG of at most 64 KB; it stands on white.
      </p>
      {src === null ? <p>None yet: your name stands there.</p> : <img src={src} alt="Your logo" />}
      <input
        id="brand-logo"
        type="file"
        accept="image/png,image/svg+xml"
        aria-describedby={wrong === null || wrong === undefined ? 'brand-logo-help' : 'brand-logo-fault'}
        aria-invalid={wrong ? true : undefined}
        onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
      />
      {wrong && (
        <p id="brand-logo-fault" className="brand-fault" role="alert">
          {wrong}
        </p>
      )}
      {src !== null && (
        <Button variant="default" size="xs" onClick={() => onLogo(null)}>
          Take the logo away
        </Button>
      )}
    </div>
  )
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

function AccentField(props: { readonly accent: string | null; readonly onAccent: (accent: string | null) => void }) {
  const { accent, onAccent } = props
  const shown = accent ?? usual
  const [light, dark] = [lightShade(shown), darkShade(shown)]
  return (
    <div className="brand-accent">
      <label htmlFor="brand-accent">Colour of links and buttons</label>
      <div className="brand-swatches">
        <input id="brand-accent" type="color" value={shown} onChange={({ currentTarget }) => onAccent(currentTarget.value)} />
        <span className="brand-swatch" style={{ background: light.accent, color: light.onAccent }}>
          By day
        </span>
        <span className="brand-swatch" style={{ background: dark.accent, color: dark.onAccent }}>
          In dark mode
        </span>
      </div>
      {light.accent !== shown && <p className="quiet">On white it is shown darker, so that everybody can read it.</p>}
      {accent !== null && (
        <Button variant="default" size="xs" onClick={() => onAccent(null)}>
          The usual blue
        </Button>
      )}
    </div>
  )
}
