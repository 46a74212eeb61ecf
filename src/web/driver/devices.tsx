import { useCallback, useEffect, useState } from 'preact/hooks'
import { ask } from './api.ts'
import { AskingButton, Said } from './parts.tsx'
import type { DriverRecords } from './records.ts'

type Device = DriverRecords['Device']

/** A list of where the driver is signed in, with a way to end it elsewhere. */
export function Devices() {
  const [devices, setDevices] = useState<readonly Device[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const read = useCallback(async () => {
    const { data } = await ask<Device[]>('GET', '/auth/devices')
    if (data !== null) setDevices(data)
  }, [])
  useEffect(() => void read(), [read])
  const end = async (id: number) => {
    const { status, message } = await ask('DELETE', `/auth/devices/${id}`)
    if (status === 204 || status === 404) setFailure(null)
    else setFailure(status === 0 ? 'No connection: it is still signed in there.' : (message ?? 'That did not work.'))
    await read()
  }
  return (
    <section class="card">
      <h2>Signed in on</h2>
      <Said text={failure} isWrong />
      {devices === null && <p class="quiet">This needs network.</p>}
      <ul class="lines">
        {devices?.map(({ id, device_name: name, current: isThis }) => (
          <li key={id}>
            <p>
              {name}
              {isThis && <strong>, this phone</strong>}
            </p>
            {!isThis && (
              <AskingButton
                label={`Sign out ${name}`}
                question={`Sign out on ${name}?`}
                yes="Sign out there"
                onYes={() => end(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
