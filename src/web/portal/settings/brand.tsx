import { Button } from '@mantine/core'
import { useState } from 'react'
import { computeDarkShade, computeLightShade, mostLogoBytes } from '../../../domain/brand.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { useDraft } from '../../office/form/draft.ts'
import { useField } from '../../office/form/fields.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { EnquiryForm } from './enquiry-form.tsx'
import { useBrand } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

type BrandInput = Records['BrandInput']
type Logo = NonNullable<BrandInput['logo']>

/** The page of the logo and the colour for customers, and of the enquiry form (`/portal/settings/branding`). */
export function BrandSettings() {
  return (
    <>
      <PageHead title="Branding" />
      <div className="settings-page">
        <ReadStates query={useBrand()}>{({ data }) => <BrandForm key={JSON.stringify(data)} brand={data} />}</ReadStates>
        <EnquiryForm />
      </div>
    </>
  )
}

const usual = '#1b4f9c'

function BrandForm({ brand }: { readonly brand: Records['Brand'] }) {
  const initial: BrandInput = { accent: brand.accent }
  const draft = useDraft(null, initial)
  const { values, set } = draft
  const write = useWrite({
    send: (body: BrandInput, headers) => api.PUT('/portal/v1/brand', { body, headers }),
    refreshes: [['brand']],
    onDone: () => showNotice('Saved. Customers now see the new branding.'),
  })
  const kept = brand.logo_url === null ? null : new URL(brand.logo_url)
  const { logo = kept && kept.pathname + kept.search } = values
  const src = logo === null || typeof logo === 'string' ? logo : `data:${logo.media_type};base64,${logo.data}`
  return (
    <SettingsForm write={write} draft={draft} initial={initial} submit={() => void write.run(values)}>
      <section className="settings-part" aria-label="Branding">
        <p className="quiet">Shown on the enquiry form, the trip page, emails and documents.</p>
        <LogoField src={src} onLogo={(logo) => set({ logo })} />
        <AccentField accent={values.accent} onAccent={(accent) => set({ accent })} />
      </section>
    </SettingsForm>
  )
}

function LogoField({ src, onLogo }: { readonly src: string | null; readonly onLogo: (logo: Logo | null) => void }) {
  const { error } = useField({ path: 'logo.data', label: 'Logo' })
  const [fault, setFault] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setFault(null)
    if (file.type !== 'image/png' && file.type !== 'image/svg+xml') return setFault('Choose a PNG or SVG file.')
    if (file.size > mostLogoBytes) return setFault(`${file.name} is ${Math.ceil(file.size / 1024)} KB. The limit is 64 KB.`)
    const url = await readDataUrl(file)
    onLogo({ media_type: file.type, data: url.slice(url.indexOf(',') + 1) })
  }
  const wrong = fault ?? error
  return (
    <div className="brand-logo">
      <label htmlFor="brand-logo">Logo</label>
      <p className="quiet" id="brand-logo-help">
        PNG or SVG, at most 64 KB, on a white background.
      </p>
      {src === null ? <p>No logo yet. Customers see your name.</p> : <img src={src} alt="Your logo" />}
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
          Remove logo
        </Button>
      )}
    </div>
  )
}

function readDataUrl(file: File): Promise<string> {
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
  const [light, dark] = [computeLightShade(shown), computeDarkShade(shown)]
  return (
    <div className="brand-accent">
      <label htmlFor="brand-accent">Colour of links and buttons</label>
      <div className="brand-swatches">
        <input id="brand-accent" type="color" value={shown} onChange={({ currentTarget }) => onAccent(currentTarget.value)} />
        <span className="brand-swatch" style={{ background: light.accent, color: light.onAccent }}>
          Light mode
        </span>
        <span className="brand-swatch" style={{ background: dark.accent, color: dark.onAccent }}>
          Dark mode
        </span>
      </div>
      {light.accent !== shown && <p className="quiet">White backgrounds use a darker shade for legibility.</p>}
      {accent !== null && (
        <Button variant="default" size="xs" onClick={() => onAccent(null)}>
          Use default blue
        </Button>
      )}
    </div>
  )
}
