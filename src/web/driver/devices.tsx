import { useCallback, useEffect, useState } from 'preact/hooks'
import { ask } from './api.ts'
import { AskingButton, Said } from './parts.tsx'
import type { DriverRecords } from './records.ts'
import { failureText } from './refused.ts'

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
    const heard = await ask('DELETE', `/auth/devices/${id}`)
    const isOver = heard.status === 204 || heard.status === 404
    setFailure(isOver ? null : failureText(heard, 'No connection: it is still signed in there.'))
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
